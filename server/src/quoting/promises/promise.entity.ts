import { defineEntity, p } from '@mikro-orm/core';
import type { PromiseKind } from '@quickfleet/shared/quoting/due-times';
import { key } from '../../db/base.ts';

const QuotePromiseSchema = defineEntity({
  name: 'QuotePromise',
  tableName: 'quote_promises',
  properties: {
    id: key,
    /** Without a foreign key: deleted quotes still count in the service levels. */
    quoteId: p.integer(),
    kind: p.text().$type<PromiseKind>().check(`kind in ('price', 'answer')`),
    /** Of an answer: the question. */
    questionId: p.integer().nullable(),
    madeAt: p.datetime(3),
    dueAt: p.datetime(3),
    keptAt: p.datetime(3).nullable(),
    /** When the office was notified that it is overdue. */
    toldAt: p.datetime(3).nullable(),
  },
  indexes: [
    {
      name: 'quote_promises_open',
      expression:
        'create index "quote_promises_open" on "quote_promises" ("due_at") where "kept_at" is null and "told_at" is null',
    },
    { name: 'quote_promises_of_quote', properties: ['quoteId'] },
    {
      name: 'quote_promises_due',
      expression: 'create index "quote_promises_due" on "quote_promises" ("due_at") include ("kind", "kept_at")',
    },
  ],
});
/** What a customer was promised: a price or an answer, until when, and whether it came in time. */
export class QuotePromise extends QuotePromiseSchema.class {}
QuotePromiseSchema.setClass(QuotePromise);
