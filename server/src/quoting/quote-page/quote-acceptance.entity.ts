import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import type { AcceptedContent, QuoteContent } from '../quotes/quote-content.ts';

// None of these has a foreign key to the quote: a deleted quote that is brought back has them still. They go with what
// is left of it (quotes.delete.ts).

const of = { id: key, quoteId: p.integer() };

/** A version of a quote as its customer was shown it. */
const QuoteRevisionSchema = defineEntity({
  name: 'QuoteRevision',
  tableName: 'quote_revisions',
  properties: {
    ...of,
    revision: p.integer(),
    content: p.json<QuoteContent>(),
    changes: p.json<object[]>().defaultRaw(`'[]'`),
    madeBy: p.text(),
    madeAt: p.datetime(3),
  },
  uniques: [{ name: 'quote_revisions_once', properties: ['quoteId', 'revision'] }],
});
export class QuoteRevision extends QuoteRevisionSchema.class {}
QuoteRevisionSchema.setClass(QuoteRevision);

/** Somebody's yes to one version, with all of it; the database refuses every change (decision 036). */
const QuoteAcceptanceSchema = defineEntity({
  name: 'QuoteAcceptance',
  tableName: 'quote_acceptances',
  properties: {
    ...of,
    revision: p.integer(),
    name: p.text(),
    by: p.text().$type<'customer' | 'staff'>(),
    actor: p.text().nullable(),
    reason: p.text().nullable(),
    address: p.text().nullable(),
    device: p.text().nullable(),
    signatureUrl: p.text().nullable(),
    content: p.json<AcceptedContent>(),
    contentHash: p.text(),
    acceptedAt: p.datetime(3),
  },
  indexes: [{ name: 'quote_acceptances_of_quote', properties: ['quoteId', 'id'] }],
});
export class QuoteAcceptance extends QuoteAcceptanceSchema.class {}
QuoteAcceptanceSchema.setClass(QuoteAcceptance);

/** What the customer asked, and what was answered. */
const QuoteQuestionSchema = defineEntity({
  name: 'QuoteQuestion',
  tableName: 'quote_questions',
  properties: {
    ...of,
    text: p.text(),
    askedAt: p.datetime(3),
    answer: p.text().nullable(),
    answeredAt: p.datetime(3).nullable(),
    answeredBy: p.text().nullable(),
  },
  indexes: [
    { name: 'quote_questions_of_quote', properties: ['quoteId', 'id'] },
    {
      name: 'quote_questions_open',
      expression: 'create index "quote_questions_open" on "quote_questions" ("asked_at") where answered_at is null',
    },
  ],
});
export class QuoteQuestion extends QuoteQuestionSchema.class {}
QuoteQuestionSchema.setClass(QuoteQuestion);

/** Who looked at a quote's page, and when last: distinguishes visitors, and counts one visit once. */
export const QuoteVisitor = defineEntity({
  name: 'QuoteVisitor',
  tableName: 'quote_visitors',
  properties: { ...of, visitor: p.text(), seenAt: p.datetime(3) },
  uniques: [{ name: 'quote_visitors_once', properties: ['quoteId', 'visitor'] }],
});
