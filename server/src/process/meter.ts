import { type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { PoolClient } from 'pg';
import { Counter, Histogram, Registry } from 'prom-client';

/** What this process counts of itself while it works; metrics.ts shows it. */
export const meters = new Registry();

const errorAnswers = new Counter({
  name: 'quickfleet_error_answers_total',
  help: 'Answers that refused or failed, by the code of their body and by status',
  labelNames: ['code', 'status'],
  registers: [meters],
});
export const countErrorAnswer = (code: string, status: number): void => errorAnswers.inc({ code, status });

const correctedCounters = new Counter({
  name: 'quickfleet_figures_corrected_total',
  help: 'Kept counts and sums that differed from their rows when the nightly check corrected them',
  registers: [meters],
});
export const countCorrectedCounters = (count: number): void => correctedCounters.inc(count);

const databaseSeconds = new Histogram({
  name: 'quickfleet_database_seconds',
  help: 'Time of one statement, from sending it to its last row',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers: [meters],
});

const tracer = trace.getTracer('quickfleet');
const VERB =
  /^\s*(?:with\b[\s\S]*?\b)?(select|insert|update|delete|begin|commit|rollback|set|lock|savepoint|release)\b/i;

/** A span below the request's; none without a request, because each would become a separate trace. */
function openSpan(text: string, values: unknown): Span | undefined {
  const parent: Context = context.active();
  if (!trace.getSpan(parent)?.isRecording()) return undefined;
  const verb = VERB.exec(text.slice(0, 2000))?.[1]?.toUpperCase() ?? 'SQL';
  // The entity manager's statements have names and addresses in their text: only text without values is recorded.
  const isFreeOfValues = Array.isArray(values) && values.length > 0;
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': verb,
    ...(isFreeOfValues && { 'db.query.text': text }),
  };
  return tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, parent);
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string'
    ? statement
    : typeof statement === 'object' && statement !== null && 'text' in statement
      ? String(statement.text)
      : '';

/** Measures every statement of a connection, no matter which of the driver's methods sends it. */
export function meterStatements(client: PoolClient): void {
  const send = client.query.bind(client) as (...all: unknown[]) => unknown;
  const measured = (...all: unknown[]) => {
    const span = openSpan(textOf(all[0]), all[1]);
    const end = databaseSeconds.startTimer();
    const done = (error?: unknown) => {
      end();
      if (error) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
    };
    const callback = all.at(-1);
    if (typeof callback === 'function') {
      const report = (error: unknown, ...rest: unknown[]) => {
        done(error);
        return callback(error, ...rest);
      };
      return send(...all.slice(0, -1), report);
    }
    const answer = send(...all);
    if (answer instanceof Promise) answer.then(() => done(), done);
    else done();
    return answer;
  };
  client.query = measured as typeof client.query;
}
