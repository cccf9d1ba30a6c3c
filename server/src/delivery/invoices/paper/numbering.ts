import type { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import { commitOnce, runInTransaction } from '../../../db/transaction.ts';
import type { AppContext } from '../../../http/context.ts';
import { DomainError, isRetryable } from '../../../http/errors.ts';
import { drawPapers, isSamePaper, type NewFile, type PaperOrder } from './invoice-paper.service.ts';

// A number and its papers are committed together. Papers take seconds where a process has to be started for them, and a
// transaction that waits so long is ended by the database. So the work is rehearsed and rolled back, what its papers
// would say is drawn, and the work is done: where its papers say the same, they are there already.

/** Whoever waits for a number waits without a connection: the calls of everybody else need them. */
const numbering = pLimit(1);
/** Rehearsals, before papers are drawn while the number is held. */
const REHEARSALS = 3;

/** Gives the papers of what has its number. */
export type Draw = (order: PaperOrder) => Promise<NewFile[]>;
type Work<T> = (inner: AppContext, draw: Draw) => Promise<T>;

/** Ends a rehearsal with what was to be drawn. */
class Rehearsed extends Error {
  readonly order: PaperOrder;
  constructor(order: PaperOrder) {
    super('This was a rehearsal');
    this.order = order;
  }
}
/** What papers say has changed since they were drawn: another process has taken the number, or money came. */
class Outdated extends Error {}

/** What the papers would say; undefined for what is refused, or was answered before. */
async function rehearse<T>(ctx: AppContext, work: Work<T>): Promise<PaperOrder | undefined> {
  try {
    await commitOnce(ctx.services, (em) =>
      work({ ...ctx, em }, async (order) => {
        throw new Rehearsed(order);
      }),
    );
    throw new Error('A number was taken without a paper');
  } catch (error) {
    if (error instanceof Rehearsed) return error.order;
    // The work itself says so, or is tried again.
    if (error instanceof DomainError || isRetryable(error)) return undefined;
    throw error;
  }
}

/**
 * Does work that takes a number and draws papers, in one transaction, after whatever takes one in this process. It is
 * done more than once until it is committed: it has no effects outside of its transaction.
 */
export const takingTurns = <T>(ctx: AppContext, action: string, input: unknown, work: Work<T>): Promise<T> =>
  numbering(async () => {
    for (let nth = 1; ; nth++) {
      const order = await rehearse(ctx, work);
      const files = order && (await drawPapers(ctx, order));
      const draw: Draw = (wanted) => {
        if (order && files && isSamePaper(order, wanted)) return Promise.resolve(files);
        if (order && nth < REHEARSALS) throw new Outdated('Something changed while the papers were drawn');
        return drawPapers(ctx, wanted);
      };
      try {
        return await runInTransaction(ctx, action, input, (em: EntityManager) => work({ ...ctx, em }, draw));
      } catch (error) {
        if (!(error instanceof Outdated)) throw error;
      }
    }
  });
