import { t } from '@quickfleet/shared/words/t';
import { ask } from '../../process/outside/connections.ts';
import { Findings, type Patient } from './check.ts';

const ANSWER_MS = 5000;

/** Has VROOM plan a day without stops: it answers what it answers for a whole one. */
export async function checkVroom({ config }: Patient): Promise<Findings> {
  const found = new Findings('Web');
  if (!config.VROOM_URL) return found;
  const { host } = new URL(config.VROOM_URL);
  const advice = t('Start VROOM, or correct VROOM_URL. Days are planned all the same, by our own planner.');
  try {
    const answer = await ask(config.VROOM_URL, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
        jobs: [{ id: 1, location_index: 0 }],
        matrices: { car: { durations: [[0]], distances: [[0]] } },
      }),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) found.ok('VROOM', t('{address} answers.', { address: host }));
    else found.warn('VROOM', t('{address} answers {status}.', { address: host, status: answer.status }), advice);
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    found.warn('VROOM', t('{host} does not answer: {reason}.', { host, reason }), advice);
  }
  return found;
}
