"""A match whose bots sit behind streams. A worker, `arena local` and the doctor all host matches this way."""
