"""A finder learnt from marked messages: which stretch of a message says what, on phrasing that no rule foresaw."""
