import { defineEntity, p } from '@mikro-orm/core';
import type { EventObject, EventType } from '@quickfleet/shared/messages/events';
import { key } from '../../db/base.ts';

/** The position of what was only sent to try a webhook: no feed has it. */
export const TEST_POSITION = -1;

const LoggedEventSchema = defineEntity({
  name: 'LoggedEvent',
  tableName: 'events',
  properties: {
    id: key,
    /** Its name on the wire. */
    eventId: p.text().unique(),
    type: p.text().$type<EventType | 'webhook.test'>(),
    objectType: p.text().$type<EventObject | 'webhook'>(),
    objectId: p.integer(),
    sequence: p.integer(),
    /** The customer of the object. */
    customerId: p.integer().nullable(),
    /** The merchant that gave the object its numbers. */
    externalScope: p.integer().nullable(),
    at: p.datetime(3),
    /** The object as REST reads it, as JSON text. */
    data: p.json().columnType('json').nullable(),
    /** Its place in the feed, given after its commit (`settleEvents`). */
    position: p.integer().nullable(),
  },
  indexes: [
    { name: 'events_feed', expression: 'create index "events_feed" on "events" ("position") where position > 0' },
    {
      name: 'events_unsettled',
      expression: 'create index "events_unsettled" on "events" ("id") where position is null',
    },
    {
      name: 'events_of_object',
      expression: 'create index "events_of_object" on "events" ("object_type", "object_id")',
    },
    { name: 'events_of_customer', expression: 'create index "events_of_customer" on "events" ("customer_id")' },
    { name: 'events_times', expression: 'create index "events_times" on "events" using brin ("at")' },
  ],
});
/** What happened, for programs: written in the transaction of the change, kept for 30 days. */
export class LoggedEvent extends LoggedEventSchema.class {}
LoggedEventSchema.setClass(LoggedEvent);

/** How many events each object has had, so that none of them is counted twice or left out. */
export const EventCounter = defineEntity({
  name: 'EventCounter',
  tableName: 'event_counters',
  properties: {
    objectType: p.text().primary(),
    objectId: p.integer().primary().autoincrement(false),
    sequence: p.integer(),
  },
});
