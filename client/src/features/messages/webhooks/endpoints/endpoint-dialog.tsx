import { Radio, Stack, TextInput } from '@mantine/core';
import { NAME_MAX } from '@quickfleet/shared/limits';
import { createWebhook, type Webhook, type WebhookWithSecret } from '@quickfleet/shared/messages/webhooks';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../../components/feedback/dialog/dialog-form.tsx';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import { useCreateWebhook, useUpdateWebhook } from '../webhook-mutations.ts';
import { EventTypesField } from './event-types-field.tsx';

const endpointForm = createWebhook.omit({ isActive: true });

interface EndpointFormProps {
  /** What is changed; a new one without. */
  present: Webhook | undefined;
  onMade: (webhook: WebhookWithSecret) => void;
  onDone: () => void;
}

function EndpointForm({ present, onMade, onDone }: EndpointFormProps) {
  const create = useCreateWebhook();
  const update = useUpdateWebhook(t('The endpoint was changed'));
  const initial: { url: string; events: string[]; description: string; payload: string } = {
    url: present?.url ?? '',
    events: present?.events ?? ['*'],
    description: present?.description ?? '',
    payload: present?.payload ?? 'full',
  };
  const { form, onSend } = useZodForm(endpointForm, initial, { mode: 'controlled' });
  const send = onSend(async (input) => {
    if (present) await update.mutateAsync({ ...input, id: present.id, version: present.version });
    const made = present ? undefined : await create.mutateAsync({ ...input, isActive: true });
    onDone();
    if (made) onMade(made);
  });

  return (
    <DialogForm
      onSubmit={send}
      onCancel={onDone}
      send={present ? t('Save changes') : t('Create endpoint')}
      isPending={create.isPending || update.isPending}
    >
      <TextInput
        label={t('Address')}
        description={t('It gets a POST for each event. Must start with https:// and be public')}
        placeholder="https://shop.example.com/hooks/quickfleet"
        type="url"
        withAsterisk
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t('Description')}
        placeholder={t('Stock of the web shop')}
        maxLength={NAME_MAX}
        {...form.getInputProps('description')}
      />
      <EventTypesField
        value={form.values.events}
        onChange={(types) => form.setFieldValue('events', types)}
        error={form.errors['events']}
      />
      <Radio.Group label={t('What each request holds')} {...form.getInputProps('payload')}>
        <Stack gap={6} mt="xs">
          <Radio value="full" label={t('The whole object')} description={t('As the API reads it, in data')} />
          <Radio
            value="thin"
            label={t('Only what happened')}
            description={t('Your program reads the object through the API')}
          />
        </Stack>
      </Radio.Group>
    </DialogForm>
  );
}

interface EndpointDialogProps {
  isOpen: boolean;
  present: Webhook | undefined;
  onMade: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

/** Creates an endpoint, or changes one. */
export function EndpointDialog({ isOpen, present, onMade, onClose }: EndpointDialogProps) {
  // What it shows while it closes.
  const [shown, setShown] = useState(present);
  if (isOpen && shown !== present) setShown(present);
  return (
    <Dialog opened={isOpen} onClose={onClose} title={shown ? t('Edit endpoint') : t('New endpoint')} size="lg">
      <EndpointForm key={shown?.id ?? 'new'} present={shown} onMade={onMade} onDone={onClose} />
    </Dialog>
  );
}
