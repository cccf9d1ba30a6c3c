import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import type { NoteSubject, OfficeNote } from '@quickfleet/shared/people/office-notes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { reported } from '../../lib/api/reported.ts';
import { useAuth } from '../../lib/api/session.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { QueryState } from '../feedback/query-state.tsx';
import { RelativeTime } from '../text/relative-time.tsx';

function Note({ note, onRemove }: { note: OfficeNote; onRemove: (() => void) | undefined }) {
  return (
    <Box component="li" px="sm" py={8} bg="var(--qf-active-bg)" bdrs="md">
      <Text size="sm" className="as-written">
        {keepNumbers(note.text)}
      </Text>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {note.author} · <RelativeTime value={note.createdAt} />
        </Text>
        {onRemove && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            onClick={onRemove}
            aria-label={t('Remove “{text}”', { text: note.text })}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Box>
  );
}

/** What the office says to itself about a quote, an order or a customer: who, when, and a line to add. */
export function OfficeNotes({ subject, id }: { subject: NoteSubject; id: number }) {
  const { user } = useAuth();
  const utils = trpc.useUtils();
  const notes = trpc.officeNotes.list.useQuery({ subject, id });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const refresh = () => utils.officeNotes.list.invalidate({ subject, id });
  const add = trpc.officeNotes.add.useMutation({
    onSuccess: () => {
      setTyped('');
      setProblem(undefined);
    },
    onError: (error) => setProblem(messageOf(error)),
    onSettled: refresh,
  });
  const remove = trpc.officeNotes.delete.useMutation(reported({ failed: t('Delete Failed'), refresh }));

  const send = () => {
    if (add.isPending) return;
    if (typed.trim()) add.mutate({ subject, id, text: typed });
    else setProblem(t('Write something first'));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };

  return (
    <Stack gap="sm">
      <QueryState query={notes} title={t('The notes could not be loaded')} rows={2} height={40} />
      {notes.data && notes.data.data.length > 0 && (
        <Stack component="ul" gap={8}>
          {notes.data.data.map((note) => (
            <Note
              key={note.id}
              note={note}
              onRemove={note.authorId === user?.id ? () => remove.mutate({ id: note.id }) : undefined}
            />
          ))}
        </Stack>
      )}
      <form onSubmit={submit} noValidate>
        <Textarea
          label={t('Add a note')}
          description={t('Only visible to the office')}
          autosize
          minRows={2}
          autoComplete="off"
          maxLength={NOTES_MAX}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKey}
          error={problem}
        />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" size="xs" variant="default" loading={add.isPending}>
            {t('Add note')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
