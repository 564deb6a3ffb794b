"""Shoal: buyers anywhere find small suppliers anywhere, each in their own language."""
