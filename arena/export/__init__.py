"""Matches to download: the viewer in one page, pictures and clips of boards, and the pictures of link previews."""
