import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { reportLost } from './process/outside/failures.ts';

export interface Tracing {
  /** Before any route: each request becomes a span, the statements of its answer spans below it. */
  register(app: FastifyInstance): Promise<void>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * OpenTelemetry traces over OTLP/HTTP, when OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the standard's other
 * variables (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS) count as well. Its packages are loaded
 * only then.
 */
export async function startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Config): Promise<Tracing | undefined> {
  if (!endpoint) return undefined;
  const [{ NodeTracerProvider, BatchSpanProcessor }, { traceExporter }, resources, otel] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('./process/outside/traces.ts'),
    import('@opentelemetry/resources'),
    import('@fastify/otel'),
  ]);
  const ignore = () => undefined;
  // A collector that cannot be reached is told here alone.
  const error = (text: string) => reportLost('Sending traces', text);
  diag.setLogger({ error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
  const provider = new NodeTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'quickfleet' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(traceExporter(endpoint))],
  });
  provider.register();
  const instrumentation = new otel.FastifyOtelInstrumentation({
    instrumentHooks: false,
    requestHook(span, request) {
      span.setAttribute('quickfleet.request_id', request.id);
      // The route's pattern: an address may hold a tracking number or what somebody searched for.
      span.setAttribute('url.path', request.routeOptions.url ?? 'none');
    },
  });
  instrumentation.setTracerProvider(provider);
  return {
    register: async (app) => {
      await app.register(instrumentation.plugin());
    },
    // A collector that is away must not hold up the end of the process.
    stop: () => provider.shutdown().catch(() => undefined),
  };
}
