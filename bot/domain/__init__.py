"""What is true in the trade: values and rules. Standard library only: no clock, no database, no words."""
