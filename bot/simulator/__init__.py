"""A local Telegram: the Bot API over HTTP, and the people with their phones. Knows nothing of the rest of `bot`."""
