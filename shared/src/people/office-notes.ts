import { z } from 'zod';
import { id, integer, rowId, text, timestamp } from '../base/primitives.ts';
import { example } from '../examples.ts';
import { NOTES_MAX } from '../limits.ts';
import { message } from '../words/t.ts';

/** What the office talks about. */
export const noteSubjects = ['quote', 'order', 'customer'] as const;
export type NoteSubject = (typeof noteSubjects)[number];

export const notesOf = z.object({
  subject: z.enum(noteSubjects).meta({ description: 'What the notes are about', example: 'order' }),
  id,
});
export type NotesOf = z.infer<typeof notesOf>;

export const addOfficeNote = notesOf
  .extend({
    text: text(message('Write something first'), NOTES_MAX).meta({ example: 'Called: comes to the yard gate' }),
  })
  .meta({ example: { text: 'Called: comes to the yard gate' } });
export type AddOfficeNote = z.infer<typeof addOfficeNote>;

/** An internal note about a quote, an order or a customer: who wrote it, and when. Only the office reads it. */
export const officeNote = z
  .object({
    id: rowId,
    text: z.string().meta({ example: 'Called: comes to the yard gate' }),
    author: z.string().meta({ example: example.staff }),
    authorId: integer.nullable().meta({ description: 'null once the account is deleted', example: 3 }),
    createdAt: timestamp,
  })
  .meta({ id: 'OfficeNote' });
export type OfficeNote = z.infer<typeof officeNote>;
export const officeNotes = z.object({ data: z.array(officeNote) });
