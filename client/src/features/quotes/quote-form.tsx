import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type CreateQuote, createQuote } from '@quickfleet/shared/quotes';
import { useEffect, useRef, useState } from 'react';
import { DialogFoot } from '../../components/dialog.tsx';
import { PendingButton } from '../../components/pending-button.tsx';
import { useZodForm } from '../../lib/use-zod-form.ts';
import styles from './quote-form.module.css';
import { CustomerFields } from './quote-form-customer.tsx';
import { DeliveryFields } from './quote-form-delivery.tsx';
import { ItemList } from './quote-form-items.tsx';
import type { QuoteForm, QuoteFormValues } from './quote-form-values.ts';

export interface QuoteFormProps {
  mode: 'create' | 'edit';
  initial: QuoteFormValues;
  isPending: boolean;
  /** Resolves to 'done', or to what the server found wrong, by field; empty where that was shown elsewhere. */
  onSend: (quote: CreateQuote) => Promise<'done' | Record<string, string>>;
  /** Save as Draft. */
  onKeep: (values: QuoteFormValues, hasChanges: boolean) => void;
  /** The form goes away with something in it that was neither sent nor put aside. */
  onLeave: (values: QuoteFormValues) => void;
}

const words = {
  create: { send: 'Create Quote', sending: 'Creating...' },
  edit: { send: 'Update Quote', sending: 'Updating...' },
};

/** What was typed is handed on when the form disappears by whatever way: Escape, Back, a closed tab. */
function useLeaving(form: QuoteForm, onLeave: (values: QuoteFormValues) => void) {
  const isDone = useRef(false);
  const latest = useRef({ form, onLeave });
  useEffect(() => {
    latest.current = { form, onLeave };
  });
  useEffect(() => {
    const leave = () => {
      if (!isDone.current && latest.current.form.isDirty()) latest.current.onLeave(latest.current.form.getValues());
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return isDone;
}

/** Create and edit: customer, delivery, items. */
export function QuoteFormView({ mode, initial, isPending, onSend, onKeep, onLeave }: QuoteFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(createQuote, initial);
  const [uploading, setUploading] = useState<ReadonlySet<string>>(new Set());
  const [isTold, setTold] = useState(false);
  const isDone = useLeaving(form, onLeave);

  const send = async (quote: CreateQuote) => {
    if (uploading.size > 0) return setTold(true);
    isDone.current = true;
    const outcome = await onSend(quote);
    if (outcome === 'done') return;
    isDone.current = false;
    if (Object.keys(outcome).length > 0) showErrors(outcome);
  };
  const keep = () => {
    const hasChanges = form.isDirty();
    isDone.current = hasChanges;
    onKeep(form.getValues(), hasChanges);
  };
  const noteUpload = (key: string, isBusy: boolean) => {
    setTold(false);
    setUploading((keys) => new Set(isBusy ? [...keys, key] : [...keys].filter((one) => one !== key)));
  };

  return (
    <form onSubmit={onSubmit((quote) => void send(quote))} noValidate aria-label={words[mode].send}>
      <Stack gap="lg">
        <CustomerFields form={form} mode={mode} />
        <DeliveryFields form={form} />
        <ItemList form={form} onUploading={noteUpload} />
      </Stack>
      <DialogFoot>
        {isTold && uploading.size > 0 && (
          <Alert color="amber" role="alert" mb="sm" p="xs">
            Photos are still on their way. Wait a moment, or cancel them.
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" className={styles.hint}>
            {mode === 'create' ? 'The quote starts as a draft; its price comes next.' : 'The customer stays as it is.'}
          </Text>
          <Group gap="sm" className={styles.buttons}>
            <Button variant="default" onClick={keep}>
              Save as Draft
            </Button>
            <PendingButton type="submit" isPending={isPending}>
              {isPending ? words[mode].sending : words[mode].send}
            </PendingButton>
          </Group>
        </Group>
      </DialogFoot>
    </form>
  );
}
