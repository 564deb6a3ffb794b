"""Words in, words out: which language, what a message says, and sentences in every language."""
