"""What effects do, one small function for each verb. resolve.py lists them all."""
