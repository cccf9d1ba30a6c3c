import { OFFICE_NOTES_MAX } from '@quickfleet/shared/limits';
import {
  type AddOfficeNote,
  type NoteSubject,
  type NotesOf,
  noteSubjects,
  type OfficeNote,
} from '@quickfleet/shared/people/office-notes';
import { t } from '@quickfleet/shared/words/t';
import { record } from '../../company/history/history.service.ts';
import { c, exists, readRow, readRows, run, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { now } from '../../http/context.ts';
import { conflict, forbidden, notFound } from '../../http/errors.ts';
import { publish } from '../../http/streams/events.ts';

const columns = select({
  id: c.int('id'),
  text: c.text('text'),
  author: c.text('author_name'),
  authorId: c.int('author_id').nullable(),
  createdAt: c.time('created_at'),
});
const written = select({
  subject: c.oneOf(noteSubjects, 'subject'),
  subjectId: c.int('subject_id'),
  authorId: c.int('author_id').nullable(),
});
const tables = { quote: 'quotes', order: 'orders', customer: 'customers' } as const satisfies Record<
  NoteSubject,
  string
>;
const names = { quote: 'Quote', order: 'Order', customer: 'Customer' } as const satisfies Record<NoteSubject, string>;

async function requireSubject(ctx: AppContext, { subject, id }: NotesOf, lock = ''): Promise<void> {
  const isThere = await exists(ctx.em, `select 1 from ${tables[subject]} where id = ? ${lock}`, [id]);
  if (!isThere) throw notFound(names[subject]);
}

/** Open pages of a quote or an order read it again. */
async function tell(ctx: AppContext, subject: NoteSubject, id: number): Promise<void> {
  if (subject !== 'customer') await publish(ctx.em, { topic: subject, id });
}

/** What the office wrote, oldest first. Rejects with 404. */
export async function findNotes(ctx: AppContext, of: NotesOf): Promise<OfficeNote[]> {
  await requireSubject(ctx, of);
  return readRows(
    ctx.em,
    columns,
    'select $columns from office_notes where subject = ? and subject_id = ? order by id',
    [of.subject, of.id],
  );
}

/**
 * Adds a note in the caller's name.
 *
 * @throws 404, 409 TOO_MANY_NOTES
 */
export async function addNote(ctx: AppContext, { subject, id, text }: AddOfficeNote): Promise<OfficeNote> {
  // A concurrent delete of the parent waits, and deletes the note too.
  await requireSubject(ctx, { subject, id }, 'for key share');
  const { user } = ctx.caller;
  const note = await readRow(
    ctx.em,
    columns,
    `insert into office_notes (subject, subject_id, text, author_id, author_name, created_at)
     select ?, ?, ?, ?, ?, ?
      where (select count(*) from office_notes where subject = ? and subject_id = ?) < ${OFFICE_NOTES_MAX}
     returning $columns`,
    [subject, id, text, user?.id ?? null, user?.name ?? '', now(ctx), subject, id],
  );
  if (!note)
    throw conflict(
      'TOO_MANY_NOTES',
      t('There are {count} notes already, as many as there can be', { count: OFFICE_NOTES_MAX }),
    );
  record(ctx, { subject, subjectId: id, action: 'note.added' });
  await tell(ctx, subject, id);
  return note;
}

/** Only the author may delete a note. Rejects with 404 and 403. */
export async function deleteNote(ctx: AppContext, id: number): Promise<{ success: true }> {
  const note = await readRow(ctx.em, written, 'select $columns from office_notes where id = ? for update', [id]);
  if (!note) throw notFound('Note');
  if (note.authorId !== ctx.caller.user?.id) throw forbidden(t('You can only delete your own notes'));
  await run(ctx.em, 'delete from office_notes where id = ?', [id]);
  record(ctx, { subject: note.subject, subjectId: note.subjectId, action: 'note.deleted' });
  await tell(ctx, note.subject, note.subjectId);
  return { success: true };
}

/** The notes about a thing go with it. */
export async function forgetNotes(ctx: AppContext, subject: NoteSubject, id: number): Promise<void> {
  await run(ctx.em, 'delete from office_notes where subject = ? and subject_id = ?', [subject, id]);
}
