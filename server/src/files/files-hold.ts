import type { EntityManager } from '@mikro-orm/postgresql';
import { LOCKS } from '../db/advisory-locks.ts';

/**
 * Runs work that removes stored files, unless a backup or an export is copying them: a row that it has must find its file in
 * it. Answers whether it ran. What it left is a file without a row, which the next sweep removes.
 */
export const unlessHeld = (em: EntityManager, work: () => Promise<void>): Promise<boolean> =>
  em.fork().transactional(async (tx) => {
    const [row] = await tx.execute<{ isFree: boolean }[]>(
      'select pg_try_advisory_xact_lock_shared(?) and pg_try_advisory_xact_lock_shared(?) as "isFree"',
      [LOCKS.files, LOCKS.exports],
    );
    if (!row?.isFree) return false;
    await work();
    return true;
  });
