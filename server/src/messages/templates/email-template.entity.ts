import { defineEntity, p } from '@mikro-orm/core';
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
    enabled: p.boolean().default(true),
    ...stamps,
  },
});
export class EmailTemplate extends EmailTemplateSchema.class {}
EmailTemplateSchema.setClass(EmailTemplate);
