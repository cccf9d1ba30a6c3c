import { defineEntity, p } from '@mikro-orm/core';
import type { Language } from '@quickfleet/shared/words/languages';
import { key, stamps } from '../../db/base.ts';

const EmailTemplateSchema = defineEntity({
  name: 'EmailTemplate',
  tableName: 'email_templates',
  properties: {
    id: key,
    name: p.text(),
    type: p.text(),
    trigger: p.text().index(),
    subject: p.text(),
    content: p.text(),
    /** Of those who read it; null is for everybody without one in their own. */
    language: p.text().$type<Language>().nullable(),
    enabled: p.boolean().default(true),
    ...stamps,
  },
});
export class EmailTemplate extends EmailTemplateSchema.class {}
EmailTemplateSchema.setClass(EmailTemplate);
