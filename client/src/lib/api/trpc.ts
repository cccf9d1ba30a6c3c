import type { AppRouter } from '@quickfleet/server/router';
import { TRPC_BASE } from '@quickfleet/shared/paths';
import { httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { inThisLanguage } from './http.ts';
import { onePressLink } from './one-press.ts';
import { signingOutLink } from './signing-out.ts';

/** A read that nobody waits for any more is given up: a slow network has better things to carry. */
export const trpc = createTRPCReact<AppRouter>({ abortOnUnmount: true });

const BATCH_MAX = 10;

/**
 * Reads made at the same time are batched; live updates come as server-sent events. A mutation is sent alone, because
 * its idempotency key is a header and a batch shares its headers; so is a read with `context: { isSlow: true }`, because
 * a batch is answered when its last call is.
 */
export const createTrpcClient = () =>
  trpc.createClient({
    links: [
      onePressLink,
      signingOutLink,
      splitLink({
        condition: (op) => op.type === 'subscription',
        true: httpSubscriptionLink({ url: TRPC_BASE }),
        false: splitLink({
          condition: ({ context }) => typeof context['idempotencyKey'] === 'string' || context['isSlow'] === true,
          true: httpLink({
            url: TRPC_BASE,
            headers: ({ op: { context } }) => ({
              ...inThisLanguage(),
              ...(typeof context['idempotencyKey'] === 'string'
                ? { 'idempotency-key': context['idempotencyKey'] }
                : {}),
            }),
          }),
          false: httpBatchLink({ url: TRPC_BASE, maxItems: BATCH_MAX, maxURLLength: 4000, headers: inThisLanguage }),
        }),
      }),
    ],
  });
