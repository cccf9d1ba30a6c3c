import { defineEntity, p } from '@mikro-orm/core';
import type { LateReason } from '@quickfleet/shared/base/late-evidence';
import {
  type AttemptOutcome,
  type AttemptStop,
  attemptOutcomes,
  attemptStops,
  type Place,
  places,
  type ResolutionKind,
  resolutionKinds,
} from '@quickfleet/shared/company/proof/failure-words';
import { key, oneOf } from '../../db/base.ts';
import { captureColumns } from './capture-columns.ts';

/** What became of one item at an attempt; the name as it was then. */
export interface ItemResult {
  itemId: number;
  name: string;
  delivered: number;
  of: number;
  damaged: boolean;
}

const AttemptSchema = defineEntity({
  name: 'Attempt',
  tableName: 'attempts',
  properties: {
    id: key,
    /** No foreign key: what came late outlives an order that is deleted. */
    orderId: p.integer(),
    stop: p.text().$type<AttemptStop>().check(oneOf('stop', attemptStops)),
    /** Per order and stop; null for one that came too late to count. */
    number: p.integer().nullable(),
    outcome: p.text().$type<AttemptOutcome>().check(oneOf('outcome', attemptOutcomes)),
    reason: p.text().nullable(),
    place: p.text().$type<Place>().nullable().check(oneOf('place', places)),
    noteCustomer: p.text().nullable(),
    noteOffice: p.text().nullable(),
    photoUrls: p.json<string[]>().defaultRaw(`'[]'`),
    items: p.json<ItemResult[]>().defaultRaw(`'[]'`),
    arrivedAt: p.datetime(3).nullable(),
    leftAt: p.datetime(3).nullable(),
    reattemptOn: p.date().nullable(),
    signerName: p.text().nullable(),
    signerRelation: p.text().nullable(),
    /** Why staff let it count with less than the rules ask for. */
    overrideReason: p.text().nullable(),
    resolution: p.text().$type<ResolutionKind>().nullable().check(oneOf('resolution', resolutionKinds)),
    resolvedAt: p.datetime(3).nullable(),
    /** When the office took it back as a mistake. */
    correctedAt: p.datetime(3).nullable(),
    after: p.text().$type<LateReason>().nullable(),
    /** What was sent, hashed: the same again after its idempotency key is forgotten is no second attempt. */
    contentHash: p.text().nullable(),
    ...captureColumns,
  },
  indexes: [
    {
      name: 'attempts_done',
      expression: `create index "attempts_done" on "attempts" ("received_at") where outcome <> 'failed'`,
    },
    {
      name: 'attempts_failed',
      expression: `create index "attempts_failed" on "attempts" ("received_at") where outcome = 'failed' and number is not null and corrected_at is null`,
    },
  ],
  uniques: [
    { name: 'attempts_numbered', properties: ['orderId', 'stop', 'number'] },
    { name: 'attempts_once', properties: ['orderId', 'contentHash'] },
  ],
});
/** One try at a stop, whatever came of it: appended; only what the office decided is added to it. */
export class Attempt extends AttemptSchema.class {}
AttemptSchema.setClass(Attempt);
