import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';

export type PaperKind = 'quote' | 'receipt';

const IssuedPaperSchema = defineEntity({
  name: 'IssuedPaper',
  tableName: 'papers',
  properties: {
    id: key,
    kind: p.text().$type<PaperKind>().check(`kind in ('quote', 'receipt')`),
    year: p.integer(),
    number: p.text().unique(),
    /** Without a reference: the number stays given when the quote is deleted. */
    quoteId: p.integer(),
    issuedAt: p.datetime(3),
    /** A receipt of a payment that was none: its number is not given again. */
    voidedAt: p.datetime(3).nullable(),
  },
  uniques: [
    {
      name: 'papers_of_quote',
      expression: `create unique index "papers_of_quote" on "papers" ("quote_id", "kind") where "voided_at" is null`,
    },
  ],
});
/** A numbered paper that left the house, or could have. */
export class IssuedPaper extends IssuedPaperSchema.class {}
IssuedPaperSchema.setClass(IssuedPaper);

/** The last number of a kind in a year. */
export const PaperCounter = defineEntity({
  name: 'PaperCounter',
  tableName: 'paper_counters',
  properties: {
    kind: p.text().primary(),
    year: p.integer().primary(),
    last: p.integer(),
  },
});
