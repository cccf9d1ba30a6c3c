import type { webhookPayloads } from '@quickfleet/shared/messages/webhooks';
import type { Scope } from '@quickfleet/shared/permissions';
import { forCaller } from '../../http/caller/key-view.ts';
import { dataFor } from '../events/events.queries.ts';

export interface EventOnTheWire {
  id: string;
  type: string;
  timestamp: string;
  sequence: number;
  object: { type: string; id: number };
  data: Record<string, unknown> | null;
}
export interface BodySettings {
  payload: (typeof webhookPayloads)[number];
  readsEvidence: boolean;
  /** A merchant's. */
  customerId: number | null;
}

/** A key that reads as much as the webhook may have. */
const readerOf = ({ readsEvidence, customerId }: BodySettings) => {
  const scopes: Scope[] = readsEvidence ? ['evidence:read'] : [];
  return {
    caller: {
      key: { id: 0, makerId: 0, name: '', scopes, customerId, isPrevious: false },
      grants: [],
      visitor: '',
    },
  };
};

/**
 * What a webhook gets of an event: no `data` when it is thin, evidence only if its creator may read evidence, and a
 * merchant's only what its key reads. `externalScope` is the merchant that gave the object's numbers.
 */
export function bodyFor(
  settings: BodySettings,
  event: EventOnTheWire,
  externalScope: number | null,
): Record<string, unknown> {
  const { data, ...thin } = event;
  if (settings.payload === 'thin') return thin;
  return { ...thin, data: forCaller(readerOf(settings), dataFor(settings.customerId, data, externalScope)) };
}
