"""The HTTP side: whether the bot is well, and the door for webhooks."""
