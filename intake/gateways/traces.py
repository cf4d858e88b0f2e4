"""Traces by OpenTelemetry's library, which is an extra: imported only if the settings name a collector.

A trace shows how long a route or task took, with which statements and calls of other servers. Statements are named by
operation and table, errors by class.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask, request

from intake.core.extras import import_extra
from intake.core.spans import record_spans, span

_CALL = "intake_span"


class Traces:
    """Sends traces to the OTLP collector at `url`, in the background, in batches."""

    def __init__(self, url: str, version: str) -> None:
        def imported(module: str) -> Any:
            return import_extra(f"opentelemetry.{module}", "tracing", "OTEL_EXPORTER_OTLP_ENDPOINT")

        self._trace = imported("trace")
        sdk, batches, resources = imported("sdk.trace"), imported("sdk.trace.export"), imported("sdk.resources")
        otlp = imported("exporter.otlp.proto.http.trace_exporter")
        resource = resources.Resource.create({"service.name": "intake", "service.version": version})
        self._provider = sdk.TracerProvider(resource=resource)
        self._provider.add_span_processor(
            batches.BatchSpanProcessor(otlp.OTLPSpanExporter(endpoint=f"{url.rstrip('/')}/v1/traces")))
        self._tracer = self._provider.get_tracer("intake")

    def init_app(self, app: Flask) -> None:
        """Record this process's spans from now on, including each request and each call of the storage."""
        record_spans(self._span)
        dispatch = app.full_dispatch_request

        def traced(*arguments: Any) -> Any:
            route = request.url_rule.rule if request.url_rule else "none"
            method = request.method if request.url_rule else "HTTP"  # otherwise the caller chose the word
            with span(f"{method} {route}", "server") as attributes:
                response = dispatch(*arguments)
                attributes |= {"http.request.method": method, "http.route": route,
                               "http.response.status_code": response.status_code}
                return response

        app.full_dispatch_request = traced  # type: ignore[method-assign]
        for events in app.extensions["storage"].events:
            events.register("before-call.s3", self._begin_call)
            events.register("after-call.s3", self._end_call)
            events.register("after-call-error.s3", self._end_failed_call)

    def stop(self) -> None:
        """Send the remaining spans, and record nothing more."""
        record_spans(None)
        self._provider.shutdown()

    @contextmanager
    def _span(self, name: str, kind: str) -> Iterator[dict[str, Any]]:
        attributes: dict[str, Any] = {}
        with self._tracer.start_as_current_span(
                name, kind=self._trace.SpanKind[kind.upper()], record_exception=False,
                set_status_on_exception=False) as recorded:
            try:
                yield attributes
            except BaseException as error:
                self._mark_failed(recorded, type(error).__name__)
                raise
            finally:
                recorded.set_attributes(attributes)
            if attributes.get("http.response.status_code", 0) >= 500:
                self._mark_failed(recorded, str(attributes["http.response.status_code"]))

    def _mark_failed(self, recorded: Any, error: str) -> None:
        """Mark a span as failed, never with the error's message, which may contain personal data."""
        recorded.set_attribute("error.type", error)
        recorded.set_status(self._trace.StatusCode.ERROR)

    def _begin_call(self, model: Any, context: dict[str, Any], **_: Any) -> None:
        context[_CALL] = self._tracer.start_span(f"S3 {model.name}", kind=self._trace.SpanKind.CLIENT)

    def _end_call(self, context: dict[str, Any], http_response: Any, **_: Any) -> None:
        context[_CALL].set_attribute("http.response.status_code", http_response.status_code)
        context[_CALL].end()

    def _end_failed_call(self, context: dict[str, Any], exception: BaseException, **_: Any) -> None:
        self._mark_failed(context[_CALL], type(exception).__name__)
        context[_CALL].end()
