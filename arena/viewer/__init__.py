"""What the viewer in the browser reads: the frames of a match, and the printed tables of a game. docs/viewer.md describes both."""
