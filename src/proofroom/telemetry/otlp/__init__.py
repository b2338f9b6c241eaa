"""Sending traces to an OpenTelemetry collector or Phoenix, over HTTP in OTLP's binary form.

It sends what is stored: a run is marked when a collector has taken it, so that neither a crash nor a
collector that is down loses a trace. It must not know how traces are made.
"""

from proofroom.telemetry.otlp.send import Exporter

__all__ = ["Exporter"]
