import { defineEntity, p } from '@mikro-orm/core';
import { key } from '../../db/base.ts';
import type { TemplateValues } from '../../messages/templates/render.ts';

const WaitingWordsSchema = defineEntity({
  name: 'WaitingWords',
  tableName: 'waiting_words',
  properties: {
    id: key,
    quoteId: p.integer(),
    trigger: p.text(),
    words: p.json<TemplateValues>(),
    at: p.datetime(3),
  },
  indexes: [{ name: 'waiting_words_of_quote', properties: ['quoteId', 'trigger', 'id'] }],
});
/** What the next mail to the office about a quote says besides, because one of its kind has just left. */
export class WaitingWords extends WaitingWordsSchema.class {}
WaitingWordsSchema.setClass(WaitingWords);
