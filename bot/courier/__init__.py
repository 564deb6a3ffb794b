"""Messages out: paced, in order, each with a known fate. The only room that speaks to Telegram."""
