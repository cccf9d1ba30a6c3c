import type { AppRouter } from '@quickfleet/server/router';
import type { Operation, OperationResultEnvelope, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { newIdempotencyKey } from './idempotency.ts';

/** Longer than the pause between the two clicks of somebody who clicks twice. */
export const SECOND_PRESS_MS = 700;

type Answer = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;
interface Press {
  /** The call and what it sends: the same again is the same wish. */
  what: string;
  key: string;
  call: Promise<Answer>;
  begun: number;
  at: number;
  state: 'under way' | 'done' | 'failed';
}
let recent: Press[] = [];
/**
 * Whether the first call since then is under way or has succeeded. The first call is the one that a press at that time
 * made; later ones, such as the preview of a template, are made without a press.
 */
export const wasSentSince = (at: number): boolean => {
  const first = recent.find(({ begun }) => begun >= at);
  return first !== undefined && first.state !== 'failed';
};

type Watcher = (op: Operation, answer?: Answer) => void;
const watchers = new Set<Watcher>();
/** Calls `watch` with every mutation when it is sent, and again with its answer when it has succeeded. */
export const watchMutations = (watch: Watcher): void => void watchers.add(watch);
const tell: Watcher = (op, answer) => {
  for (const watch of watchers) watch(op, answer);
};

/** The calls that change the session itself: an answer given a second time would sign nobody in. */
const CHANGES_SESSION = /^auth\./;

/**
 * The one guard of every mutation. The same press again gets the call that is under way, or the one that has just
 * succeeded. Every attempt carries an idempotency key, and keeps it when it is sent again after a lost answer.
 */
export const onePressLink: TRPCLink<AppRouter> = () => {
  const underWay = new Map<string, Press>();
  let last: Press | undefined;
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const what = `${op.path} ${JSON.stringify(op.input)}`;
    const again = last?.what === what ? last : undefined;
    const isSecond = again?.state === 'done' && performance.now() - again.at < SECOND_PRESS_MS;
    const { call } =
      underWay.get(what) ?? (isSecond ? again : begin(again?.state === 'failed' ? again.key : undefined));
    return observable((observer) => {
      call.then(
        (answer) => {
          observer.next(answer);
          observer.complete();
        },
        (error) => observer.error(error),
      );
    });

    function begin(earlierKey: string | undefined): Press {
      const key = earlierKey ?? newIdempotencyKey();
      const context = CHANGES_SESSION.test(op.path) ? op.context : { idempotencyKey: key, ...op.context };
      const begun = performance.now();
      const press: Press = {
        what,
        key,
        begun,
        at: begun,
        state: 'under way',
        call: new Promise((resolve, reject) => next({ ...op, context }).subscribe({ next: resolve, error: reject })),
      };
      tell(op);
      const settle = (state: 'done' | 'failed') => {
        // The second press is counted from the answer, which is when the button is free again.
        press.at = performance.now();
        press.state = state;
        underWay.delete(what);
      };
      press.call.then(
        (answer) => {
          settle('done');
          tell(op, answer);
        },
        () => settle('failed'),
      );
      underWay.set(what, press);
      last = press;
      recent = [...recent.filter((earlier) => begun - earlier.begun < SECOND_PRESS_MS), press];
      return press;
    }
  };
};
