"""The whole arena on one machine under one supervisor: `arena up`."""
