"""The games for programs that learn: environments of other libraries, and data sets (extra `research`; docs/research.md)."""
