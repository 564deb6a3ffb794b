"""What a person, or the house itself, can do: load, decide, save, post. One call is part of one transaction."""
