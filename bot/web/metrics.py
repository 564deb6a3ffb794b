"""What is measured, for Prometheus: what this process did, and how much waits in the database.

With several processes each writes its counts into a folder that they share (PROMETHEUS_MULTIPROC_DIR), and any of them
answers for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bot.web import SHARED_FOLDER

# Seconds; most updates take some thousandths, a search some hundredths.
_QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_SLOW = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0)

# (name, what it is, value by label): read from the database when somebody asks.
Gauges = list[tuple[str, str, dict[str, float]]]


class Metrics:
    """Counts of one process. gauges: how things stand now, asked for at each scrape; it may read the database."""

    def __init__(self, gauges: Callable[[], Gauges] = list) -> None:
        own = self._own = CollectorRegistry()
        self._gauges = gauges
        self._updates = Counter("shoal_updates", "Updates taken in.", registry=own)
        self._worked = Histogram("shoal_work_seconds", "One row of the inbox.", ["kind"], buckets=_QUICK, registry=own)
        self._failed = Counter(
            "shoal_work_failures", "Rows that stumbled, by what becomes of them.", ["then"], registry=own
        )
        self._slow = Histogram(
            "shoal_prepare_seconds",
            "The slow part of a chore; `seat`, `look`, `inline` and `fit_wanted` are searches.",
            ["kind"],
            buckets=_SLOW,
            registry=own,
        )
        self._sends = Counter("shoal_sends", "Messages by priority and fate.", ["priority", "fate"], registry=own)

    def taken_in(self, updates: int) -> None:
        """So many updates were stored."""
        self._updates.inc(updates)

    def worked(self, kind: str, seconds: float) -> None:
        """A row of this kind was worked on, in so many seconds."""
        self._worked.labels(kind).observe(seconds)

    def prepared(self, kind: str, seconds: float) -> None:
        """The slow part of a chore took so many seconds."""
        self._slow.labels(kind).observe(seconds)

    def stumbled(self, *, again: bool) -> None:
        """A row failed; again: it will be tried once more, else it was laid aside."""
        self._failed.labels("again" if again else "aside").inc()

    def sent(self, priority: str, fate: str) -> None:
        """A message met its fate (`bot.courier.fate.Outcome`); `pace` is Telegram's 429, `transient` a retry."""
        self._sends.labels(priority, fate).inc()

    def page(self) -> bytes:
        """Everything in Prometheus' text format."""
        registry = CollectorRegistry()
        registry.register(_Waiting(self._gauges))
        own = self._own
        if os.environ.get(SHARED_FOLDER):
            own = CollectorRegistry()
            MultiProcessCollector(own)  # type: ignore[no-untyped-call]  # prometheus_client has not annotated it
        return generate_latest(own) + generate_latest(registry)


class _Waiting(Collector):
    def __init__(self, gauges: Callable[[], Gauges]) -> None:
        self._gauges = gauges

    def collect(self) -> Iterator[Metric]:
        for name, meaning, values in self._gauges():
            family = GaugeMetricFamily(name, meaning, labels=["of"])
            for label, value in values.items():
                family.add_metric([label], value)
            yield family
