"""The whole bot as a process of its own, killed while it talks."""
