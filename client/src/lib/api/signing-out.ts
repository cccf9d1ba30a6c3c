import type { AppRouter } from '@quickfleet/server/router';
import type { TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';

let end: Promise<unknown> | undefined;

/** Holds every read that begins while somebody leaves: it would be refused. */
export function whileSigningOut<T>(leaving: Promise<T>): Promise<T> {
  const ended = leaving.finally(() => {
    end = undefined;
  });
  end = ended;
  return ended;
}

/** Reads that begin while somebody signs out go on afterwards, unless nobody waits for them by then. */
export const signingOutLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const ended = end;
    if (op.type !== 'query' || !ended) return next(op);
    return observable((observer) => {
      let isAwaited = true;
      const begin = () => (isAwaited ? next(op).subscribe(observer) : undefined);
      const read = ended.then(begin, begin);
      return () => {
        isAwaited = false;
        void read.then((begun) => begun?.unsubscribe());
      };
    });
  };
