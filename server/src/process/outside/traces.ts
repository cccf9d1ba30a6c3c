import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';

/** Sends traces to a collector over OTLP/HTTP. Its failures go to the diagnostics of OpenTelemetry, never further. */
export const traceExporter = (endpoint: string): OTLPTraceExporter =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces` });
