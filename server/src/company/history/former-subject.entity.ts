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
/** Whose a quote or an order was that is deleted: history and mails still tell of it, and erasing finds them by this. */
export class FormerSubject extends FormerSubjectSchema.class {}
FormerSubjectSchema.setClass(FormerSubject);
