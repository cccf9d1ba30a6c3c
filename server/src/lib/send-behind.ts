import type { PoolClient } from 'pg';

/** Texts of statements whose answers nobody reads. */
const unread = new Set(['begin']);
export const leaveUnread = (text: string): void => void unread.add(text);

const NOTHING = { command: '', rowCount: null, oid: 0, rows: [], fields: [] };
const ignore = () => undefined;

/**
 * Lets the statements of a transaction whose answers nobody reads travel with the one after them: BEGIN with the first,
 * what follows a write with COMMIT. Each that is waited for costs a change of processes. What fails rejects the next
 * statement with its own error; PostgreSQL does nothing more in that transaction, and makes its COMMIT a rollback.
 */
export function sendBehind(client: PoolClient): void {
  const send = client.query.bind(client) as (...all: unknown[]) => unknown;
  let behind: Promise<unknown> | undefined;
  const ordered = (...all: unknown[]) => {
    const answer = send(...all);
    if (!(answer instanceof Promise)) return answer;
    const before = behind;
    behind = undefined;
    const both = before ? before.then(() => answer) : answer;
    if (before) answer.catch(ignore);
    if (typeof all[0] !== 'string' || !unread.has(all[0])) return both;
    both.catch(ignore);
    behind = both;
    return Promise.resolve(NOTHING);
  };
  client.query = ordered as typeof client.query;
}
