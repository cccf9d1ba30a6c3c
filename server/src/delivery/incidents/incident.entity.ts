import { defineEntity, p } from '@mikro-orm/core';
import {
  type IncidentKind,
  type IncidentOpener,
  type IncidentState,
  incidentKinds,
  incidentOpeners,
  incidentStates,
} from '@quickfleet/shared/delivery/proof/incident-words';
import { amount, key, oneOf, stamps } from '../../db/base.ts';
import { Order } from '../orders/order.entity.ts';

const IncidentSchema = defineEntity({
  name: 'Incident',
  tableName: 'incidents',
  properties: {
    id: key,
    order: () => p.manyToOne(Order).deleteRule('cascade').index(),
    kind: p.text().$type<IncidentKind>().check(oneOf('kind', incidentKinds)),
    state: p.text().$type<IncidentState>().check(oneOf('state', incidentStates)),
    description: p.text().nullable(),
    items: p.json().$type<{ itemId: number; name: string }[]>(),
    photoUrls: p.json().$type<string[]>(),
    /** Of the office. */
    note: p.text().nullable(),
    /** What the office tells the customer. */
    answer: p.text().nullable(),
    /** What the customer calls it. */
    reference: p.text().nullable().defaultRaw(`'C-' || upper(substr(md5(gen_random_uuid()::text), 1, 8))`),
    amount: amount.nullable(),
    openedBy: p.text().$type<IncidentOpener>().check(oneOf('opened_by', incidentOpeners)),
    openedByName: p.text(),
    settledAt: p.datetime(3).nullable(),
    ...stamps,
  },
  indexes: [
    {
      name: 'incidents_newest',
      expression: 'create index "incidents_newest" on "incidents" ("created_at" desc, "id" desc)',
    },
  ],
});
/** A claim: something about an order that is to be settled. */
export class Incident extends IncidentSchema.class {}
IncidentSchema.setClass(Incident);
