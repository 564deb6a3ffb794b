"""How things are said: values and a reader's words in, a Message out. The only place with words that people read."""
