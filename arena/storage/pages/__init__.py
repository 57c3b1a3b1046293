"""What pages and the API show: plain records, each page in a constant number of statements, filtered by who is looking."""
