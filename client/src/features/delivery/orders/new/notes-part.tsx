import { Stack, Textarea } from '@mantine/core';
import { NOTES_MAX } from '@quickfleet/shared/limits';
import { NotesField } from '../../../../components/delivery-form/delivery-fields.tsx';
import { SectionCard } from '../../../../components/lists/section-card.tsx';
import type { OrderForm } from './order-values.ts';

const notes = [
  { path: 'driverNotes', label: 'Notes for the driver', description: 'The driver reads it, the customer does not' },
  { path: 'officeNotes', label: 'Notes for the office', description: 'Neither driver nor customer reads it' },
] as const;

/** Notes to the order, each for different readers. */
export function NotesPart({ form }: { form: OrderForm }) {
  return (
    <SectionCard title="Notes">
      <Stack gap="md">
        <NotesField form={form} />
        {notes.map(({ path, ...words }) => (
          <Textarea
            key={form.key(path)}
            {...words}
            autosize
            minRows={2}
            autoComplete="off"
            maxLength={NOTES_MAX}
            {...form.getInputProps(path)}
          />
        ))}
      </Stack>
    </SectionCard>
  );
}
