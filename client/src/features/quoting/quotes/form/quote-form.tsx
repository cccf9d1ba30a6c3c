import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type CreateQuote, createQuote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useId, useState } from 'react';
import { AddressInput } from '../../../../components/addresses/address-input.tsx';
import { ContactOffers } from '../../../../components/customer-choice/contact-offers.tsx';
import { AddressFields, NotesField } from '../../../../components/delivery-form/delivery-fields.tsx';
import { usePendingPhotos } from '../../../../components/delivery-form/draft/use-pending-photos.ts';
import { useSaveOnLeave } from '../../../../components/delivery-form/draft/use-save-on-leave.ts';
import { OfficeItems, PhotoObstacle } from '../../../../components/delivery-form/items/office-items.tsx';
import { SpeedField } from '../../../../components/delivery-form/speed-field.tsx';
import { DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { DemandFields } from '../../../../components/order-form/demand-fields.tsx';
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts';
import type { QuoteValues } from '../fields/quote-values.ts';
import styles from './quote-form.module.css';
import { CustomerFields } from './quote-form-customer.tsx';
import { NEW_ITEM } from './quote-payload.ts';

export interface QuoteFormProps {
  mode: 'create' | 'edit';
  initial: QuoteValues;
  isPending: boolean;
  /** Resolves to 'done', or to what the server found wrong, by field; empty where that was shown elsewhere. */
  onSend: (quote: CreateQuote) => Promise<'done' | Record<string, string>>;
  /** Save as Draft. */
  onKeep: (values: QuoteValues, hasChanges: boolean) => void;
  /** The form goes away with something in it that was neither sent nor put aside. */
  onLeave: (values: QuoteValues) => void;
}

const words = {
  create: { send: t('Create Quote'), sending: t('Creating...') },
  edit: { send: t('Update Quote'), sending: t('Updating...') },
};

function Part({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" mb="sm">
        <Title order={3} id={headingId}>
          {title}
        </Title>
        {aside && (
          <Text size="sm" c="dimmed" className="tabular">
            {aside}
          </Text>
        )}
      </Group>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

/** Create and edit: customer, delivery, items. */
export function QuoteFormView({ mode, initial, isPending, onSend, onKeep, onLeave }: QuoteFormProps) {
  const { form, onSubmit, showErrors } = useZodForm(createQuote, initial);
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const isDone = useSaveOnLeave(form, onLeave);

  const send = async (quote: CreateQuote) => {
    setStopped(photos.obstacle !== undefined);
    if (photos.obstacle) return;
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

  return (
    <form onSubmit={onSubmit((quote) => void send(quote))} noValidate aria-label={words[mode].send}>
      <Stack gap="lg">
        <Part title={t('Customer Information')}>
          <CustomerFields form={form} mode={mode} />
        </Part>
        <Part title={t('Delivery Details')}>
          <AddressFields form={form} Offers={ContactOffers} Field={AddressInput} />
          <SpeedField form={form} />
          <NotesField form={form} />
        </Part>
        <Part
          title={t('Quote Items')}
          aside={t('{count, plural, one {# item} other {# items}}', { count: form.getValues().items.length })}
        >
          <Text size="sm" c="dimmed">
            {t('Item values are for reference only. The admin sets the final price.')}
          </Text>
          <OfficeItems form={form} photos={photos} start={NEW_ITEM} />
          <DemandFields form={form} />
        </Part>
      </Stack>
      <DialogFooter>
        <PhotoObstacle photos={photos} wasStopped={wasStopped} />
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" className={styles.hint}>
            {mode === 'create'
              ? t('The quote starts as a draft; its price comes next.')
              : t('The customer stays as it is.')}
          </Text>
          <Group gap="sm" className={styles.buttons}>
            <Button variant="default" onClick={keep}>
              {t('Save as Draft')}
            </Button>
            <PendingButton type="submit" isPending={isPending}>
              {isPending ? words[mode].sending : words[mode].send}
            </PendingButton>
          </Group>
        </Group>
      </DialogFooter>
    </form>
  );
}
