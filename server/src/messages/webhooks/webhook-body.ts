import type { webhookPayloads } from '@quickfleet/shared/messages/webhooks';
import { forCaller } from '../../http/caller/key-view.ts';

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
}

const withoutEvidence = {
  caller: {
    key: { id: 0, makerId: 0, name: '', scopes: [], customerId: null, isPrevious: false },
    grants: [],
    visitor: '',
  },
};

/** What a webhook gets of an event: no `data` when it is thin, and evidence only if its creator may read evidence. */
export function bodyFor({ payload, readsEvidence }: BodySettings, event: EventOnTheWire): Record<string, unknown> {
  const { data, ...thin } = event;
  if (payload === 'thin') return thin;
  return { ...thin, data: readsEvidence ? data : forCaller(withoutEvidence, data) };
}
