import { defineEntity, p } from '@mikro-orm/core';

const FormerSubjectSchema = defineEntity({
  name: 'FormerSubject',
  tableName: 'former_subjects',
  properties: {
    subject: p.text().$type<'quote' | 'order'>().primary(),
    subjectId: p.integer().primary(),
    customerId: p.integer().nullable(),
    email: p.text(),
    at: p.datetime(3),
  },
});
/** The owner of a deleted quote or order: erasing a person finds the remaining history and mails by this row. */
export class FormerSubject extends FormerSubjectSchema.class {}
FormerSubjectSchema.setClass(FormerSubject);
