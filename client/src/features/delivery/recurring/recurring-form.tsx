import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { currencySign } from '@quickfleet/shared/base/money/money';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import { choiceOf, type RuleChoice, ruleOf } from '@quickfleet/shared/delivery/planning/recurring-rule';
import { NOTES_MAX, PAGE_SIZE_MAX, RECURRING_HORIZON_DAYS } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { CustomerFields, RouteField } from '../../../components/customer-choice/customer-fields.tsx';
import { useCustomerChoice } from '../../../components/customer-choice/use-customer-choice.ts';
import { NotesField } from '../../../components/delivery-form/delivery-fields.tsx';
import { usePendingPhotos } from '../../../components/delivery-form/draft/use-pending-photos.ts';
import fields from '../../../components/delivery-form/fields.module.css';
import { uploadToasts } from '../../../components/delivery-form/form-toasts.ts';
import { ItemList } from '../../../components/delivery-form/items/item-list.tsx';
import { QuantityAndValue } from '../../../components/delivery-form/items/quantity-and-value.tsx';
import { DialogFooter } from '../../../components/feedback/dialog/dialog.tsx';
import { AmountInput } from '../../../components/forms/amount-input.tsx';
import { ImageDropzone } from '../../../components/photos/image-dropzone.tsx';
import { TimeField } from '../../../components/window-field/time-field.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useCompanyCurrency } from '../../../lib/api/use-company-currency.ts';
import { showField } from '../../../lib/forms/focus-first.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../lib/words/brand.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useCreateJob, useUpdateJob } from './recurring-mutations.ts';
import { jobCheck, jobErrors, payloadOf, valuesOf } from './recurring-values.ts';
import { isWholeChoice, RuleField, RulePreview } from './rule-field.tsx';

function Part({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Title order={3} size="h4" id={headingId} mb="sm">
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  );
}

export function RecurringForm({
  job,
  onDone,
  onCancel,
}: {
  job: RecurringOrder | undefined;
  onDone: () => void;
  onCancel: () => void;
}) {
  const companyCurrency = useCompanyCurrency();
  const currency = job?.order.currency ?? companyCurrency;
  const today = todayInZone();
  const [choice, setChoice] = useState<RuleChoice>(() =>
    job ? choiceOf(job.rule) : { kind: 'weekly', every: 1, days: ['MO'] },
  );
  const { form, onSubmit, showErrors } = useZodForm(jobCheck, valuesOf(job, today), {
    mode: 'controlled',
  });
  const customer = useCustomerChoice(form);
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const creation = useCreateJob();
  const change = useUpdateJob();
  const isPending = creation.isPending || change.isPending;
  const drivers = trpc.users.list.useQuery({ role: 'driver', isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX });
  // On a phone a drop area would hide the camera.
  const canDrop = useMediaQuery('(pointer: fine)', true, { getInitialValueInEffect: false });
  const every = useRef<HTMLDivElement>(null);
  const rule = ruleOf(choice);
  const { start, end } = form.values;

  const send = async (values: z.output<typeof jobCheck>) => {
    setStopped(photos.obstacle !== undefined);
    if (photos.obstacle) return;
    if (!isWholeChoice(choice)) return showField(every.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
    const payload = { ...payloadOf(values, job), rule };
    try {
      if (job) await change.mutateAsync({ id: job.id, version: job.version, from: values.from, ...payload });
      else await creation.mutateAsync(payload);
      onDone();
    } catch (error) {
      const errors = jobErrors(issuesOf(error));
      customer.reveal(errors);
      showErrors(errors);
    }
  };

  const submit = onSubmit((values) => void send(values));

  return (
    <form
      onSubmit={(event) => {
        customer.reveal(form.validate().errors);
        submit(event);
      }}
      noValidate
      aria-label={job ? t('Edit recurring job') : t('New recurring job')}
    >
      <Stack gap="lg">
        <Part title={t('Customer')}>
          <CustomerFields form={form} choice={customer} />
        </Part>
        <Part title={t('When')}>
          <div ref={every}>
            <RuleField choice={choice} onChange={setChoice} error={form.errors['rule']} />
          </div>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput type="date" label={t('First day')} withAsterisk {...form.getInputProps('start')} />
            <TextInput
              type="date"
              label={t('Last day')}
              description={t('Optional')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('end')}
            />
          </SimpleGrid>
          {isWholeChoice(choice) && <RulePreview rule={rule} start={start} end={end} />}
        </Part>
        <Part title={t('Route')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['pickup', 'delivery'] as const).map((place) => (
              <Stack key={place} gap="sm">
                <RouteField kind={place} form={form} choice={customer} />
                <div className={fields.windowBox}>
                  <div className={fields.times}>
                    <TimeField
                      label={place === 'pickup' ? t('Pickup from') : t('Delivery from')}
                      {...form.getInputProps(`${place}From`)}
                    />
                    <TimeField
                      label={t('to (the end of a time)')}
                      name={place === 'pickup' ? t('Pickup to') : t('Delivery to')}
                      {...form.getInputProps(`${place}To`)}
                    />
                  </div>
                </div>
              </Stack>
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {t('Times of the day, in {zone}; they stay the same when clocks change.', { zone: brand.timeZone })}
          </Text>
          <NotesField form={form} />
        </Part>
        <Part title={t('Items')}>
          <ItemList
            form={form}
            photos={photos}
            addText={t('Add Item')}
            start={{ value: '' }}
            Figures={QuantityAndValue}
            picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
          />
        </Part>
        <Part title={t('Price and driver')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <AmountInput
              label={t('Total ({currency})', { currency: currencySign(currency) })}
              {...form.getInputProps('quotePrice')}
            />
            <NativeSelect
              label={t('Driver')}
              data={[
                { value: '', label: t('No driver yet') },
                ...(drivers.data?.data ?? []).map((driver) => ({
                  value: String(driver.id),
                  label: displayName(driver),
                })),
              ]}
              {...form.getInputProps('driverId')}
            />
          </SimpleGrid>
          <Checkbox
            label={t('On account')}
            description={t('The customer pays later, with an invoice')}
            {...form.getInputProps('onAccount', { type: 'checkbox' })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Textarea
              label={t('Notes for the driver')}
              autosize
              minRows={2}
              maxLength={NOTES_MAX}
              {...form.getInputProps('driverNotes')}
            />
            <Textarea
              label={t('Notes for the office')}
              autosize
              minRows={2}
              maxLength={NOTES_MAX}
              {...form.getInputProps('officeNotes')}
            />
          </SimpleGrid>
        </Part>
        {job && (
          <Part title={t('When it takes effect')}>
            <TextInput
              type="date"
              label={t('Effective from')}
              description={t(
                'Orders from this day on that are not picked up yet change too. Orders on days that the new rule leaves out are cancelled.',
              )}
              min={today}
              max={addDays(today, RECURRING_HORIZON_DAYS)}
              {...form.getInputProps('from')}
            />
          </Part>
        )}
      </Stack>
      <DialogFooter>
        {wasStopped && photos.obstacle && (
          <Alert color="amber" role="alert" mb="sm" p="xs">
            {photos.obstacle.text}
          </Alert>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('Orders are created {days} days ahead.', { days: RECURRING_HORIZON_DAYS })}
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={onCancel}>
              {t('Cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {job ? t('Save') : t('Create recurring job')}
            </Button>
          </Group>
        </Group>
      </DialogFooter>
    </form>
  );
}
