import { defineEntity, p } from '@mikro-orm/core';
import { amount } from '../../db/base.ts';

/**
 * One line of a kept counter, written by the triggers of the counted tables. The lines of a topic, state
 * and span add up to its value; `span` is the number of the week since 1970 in which the rows were made, of the quarter
 * of an hour for the topic 'revenue', of the day (UTC) on which it is due for a promise.
 */
export const Counter = defineEntity({
  name: 'Counter',
  tableName: 'figures',
  properties: {
    id: p.bigint().primary().autoincrement(),
    /** A table's name, 'quote_outcomes', 'revenue' or 'promises'. */
    topic: p.text(),
    state: p.text(),
    span: p.integer(),
    amount,
    /** Not yet added up with the others. */
    isFresh: p.boolean().default(true),
  },
  indexes: [
    {
      name: 'figures_of_topic',
      expression: 'create index "figures_of_topic" on "figures" ("topic", "state", "span") include ("amount")',
    },
    { name: 'figures_fresh', expression: 'create index "figures_fresh" on "figures" ("id") where "is_fresh"' },
  ],
});
