import { defineEntity, p } from '@mikro-orm/core';
import type { Language } from '@quickfleet/shared/words/languages';
import { key } from '../../db/base.ts';
import { EmailTemplate } from './email-template.entity.ts';

const TemplateVersionSchema = defineEntity({
  name: 'TemplateVersion',
  tableName: 'template_versions',
  properties: {
    id: key,
    template: () => p.manyToOne(EmailTemplate).deleteRule('cascade'),
    /** The template's `version` from which on these words held. */
    version: p.integer(),
    name: p.text(),
    type: p.text(),
    trigger: p.text(),
    subject: p.text(),
    content: p.text(),
    /** Of those who read it; null is for everybody without one in their own. */
    language: p.text().$type<Language>().nullable(),
    savedAt: p.datetime(3),
    savedBy: p.text(),
  },
  uniques: [{ name: 'template_versions_once', properties: ['template', 'version'] }],
});
/** The words of a template as they were saved, by whom and when: appended, never changed. */
export class TemplateVersion extends TemplateVersionSchema.class {}
TemplateVersionSchema.setClass(TemplateVersion);
