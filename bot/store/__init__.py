"""What is remembered: the only place with SQL. Rows never leave it; domain values go in and out."""
