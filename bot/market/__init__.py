"""An invented market: the same firms and the same inquiries under several ways of choosing who is asked.

Nothing here serves anybody. It exists to say in numbers what `bot.domain.fairness` does to firms and buyers, and what
other ways of choosing would do to the same ones with the same luck. `docs/fairness.md` has the results.
"""
