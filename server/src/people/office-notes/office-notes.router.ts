import { byId, success } from '@quickfleet/shared/base/primitives';
import * as shared from '@quickfleet/shared/people/office-notes';
import { procedure, router } from '../../http/trpc.ts';
import { addNote, deleteNote, findNotes } from './office-notes.service.ts';

const tags = ['office notes'];
export const officeNotesRouter = router({
  list: procedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/office-notes/{subject}/{id}',
        tags,
        summary: 'What the office wrote about a quote, an order or a customer',
        description: 'Oldest first. Staff alone read it.',
      },
    })
    .input(shared.notesOf)
    .output(shared.officeNotes)
    .query(async ({ ctx, input }) => ({ data: await findNotes(ctx, input) })),
  add: procedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/office-notes/{subject}/{id}',
        tags,
        summary: 'Write a note about a quote, an order or a customer',
        description: 'Signed with the name of the caller.',
      },
      status: 201,
    })
    .input(shared.addOfficeNote)
    .output(shared.officeNote)
    .mutation(({ ctx, input }) => addNote(ctx, input)),
  delete: procedure
    .meta({
      openapi: { method: 'DELETE', path: '/office-notes/{id}', tags, summary: 'Take back one of one’s own notes' },
    })
    .input(byId)
    .output(success)
    .mutation(({ ctx, input }) => deleteNote(ctx, input.id)),
});
