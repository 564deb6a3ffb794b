"""The buttons there are, by who taps them; `bot.screens.press` puts them into short form and back."""
