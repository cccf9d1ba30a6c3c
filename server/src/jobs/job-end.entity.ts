import { defineEntity, p } from '@mikro-orm/core';

/** What was running when its process ended, until it is done once; set aside when that happened too often. */
export const JobEnd = defineEntity({
  name: 'JobEnd',
  tableName: 'job_ends',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** The same for each try: task and key; the task alone for the work of the clock. */
    subject: p.text().unique(),
    task: p.text(),
    /** Its row of the queue. */
    jobId: p.bigint('string'),
    ends: p.integer(),
    endedAt: p.datetime(3),
    setAsideAt: p.datetime(3).nullable(),
  },
});

/** A run of the server that ended by a fault, and was followed by another one. */
export const ProcessEnd = defineEntity({
  name: 'ProcessEnd',
  tableName: 'process_ends',
  properties: {
    id: p.integer().primary().autoincrement(),
    at: p.datetime(3),
    reason: p.text(),
  },
});
