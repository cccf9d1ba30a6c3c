import { defineEntity, p } from '@mikro-orm/core';
import { type NoteSubject, noteSubjects } from '@quickfleet/shared/people/office-notes';
import { key } from '../../db/base.ts';
import { User } from '../users/user.entity.ts';

const OfficeNoteSchema = defineEntity({
  name: 'OfficeNote',
  tableName: 'office_notes',
  properties: {
    id: key,
    subject: p
      .text()
      .$type<NoteSubject>()
      .check(`subject in (${noteSubjects.map((subject) => `'${subject}'`).join(', ')})`),
    subjectId: p.integer(),
    text: p.text(),
    author: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    authorName: p.text(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
  },
  indexes: [{ name: 'office_notes_of_subject', properties: ['subject', 'subjectId', 'id'] }],
});
/** What the office wrote about a quote, an order or a customer. */
export class OfficeNote extends OfficeNoteSchema.class {}
OfficeNoteSchema.setClass(OfficeNote);
