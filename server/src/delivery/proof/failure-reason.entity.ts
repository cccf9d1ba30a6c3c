import { defineEntity, p } from '@mikro-orm/core';
import {
  type ReasonParty,
  type ReasonStop,
  reasonParties,
  reasonStops,
} from '@quickfleet/shared/company/proof/failure-words';
import { key, oneOf, stamps } from '../../db/base.ts';

const FailureReasonSchema = defineEntity({
  name: 'FailureReason',
  tableName: 'failure_reasons',
  properties: {
    id: key,
    /** What attempts name; it never changes. */
    code: p.text().unique(),
    name: p.text(),
    party: p.text().$type<ReasonParty>().check(oneOf('party', reasonParties)),
    stop: p.text().$type<ReasonStop>().check(oneOf('stop', reasonStops)),
    rule: p.json<{ photo: boolean; note: boolean }>(),
    customerText: p.text(),
    active: p.boolean().default(true),
    /** How often it was given: drivers see the most frequent ones first. */
    uses: p.integer().default(0),
    ...stamps,
  },
});
/** Why an attempt can fail; a deactivated one stays on what was said with it. */
export class FailureReason extends FailureReasonSchema.class {}
FailureReasonSchema.setClass(FailureReason);
