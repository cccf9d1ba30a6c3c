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
import { currencySign } from '@quickfleet/shared/base/money';
import { addDays } from '@quickfleet/shared/base/zoned-time';
import type { RecurringOrder } from '@quickfleet/shared/delivery/recurring';
import { choiceOf, type RuleChoice, ruleOf } from '@quickfleet/shared/delivery/recurring-rule';
import { NOTES_MAX, PAGE_SIZE_MAX, RECURRING_HORIZON_DAYS } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { CustomerFields, RouteField } from '../../../components/customer-choice/customer-fields.tsx';
import { useCustomerChoice } from '../../../components/customer-choice/use-customer-choice.ts';
import { NotesField } from '../../../components/delivery-form/delivery-fields.tsx';
import fields from '../../../components/delivery-form/fields.module.css';
import { uploadToasts } from '../../../components/delivery-form/form-toasts.ts';
import { ItemList } from '../../../components/delivery-form/item-list.tsx';
import { QuantityAndValue } from '../../../components/delivery-form/quantity-and-value.tsx';
import { usePendingPhotos } from '../../../components/delivery-form/use-pending-photos.ts';
import { DialogFooter } from '../../../components/feedback/dialog.tsx';
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
      aria-label={job ? 'Edit recurring job' : 'New recurring job'}
    >
      <Stack gap="lg">
        <Part title="Customer">
          <CustomerFields form={form} choice={customer} />
        </Part>
        <Part title="When">
          <div ref={every}>
            <RuleField choice={choice} onChange={setChoice} error={form.errors['rule']} />
          </div>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput type="date" label="First day" withAsterisk {...form.getInputProps('start')} />
            <TextInput
              type="date"
              label="Last day"
              description="Optional"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('end')}
            />
          </SimpleGrid>
          {isWholeChoice(choice) && <RulePreview rule={rule} start={start} end={end} />}
        </Part>
        <Part title="Route">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {(['pickup', 'delivery'] as const).map((place) => (
              <Stack key={place} gap="sm">
                <RouteField kind={place} form={form} choice={customer} />
                <div className={fields.windowBox}>
                  <div className={fields.times}>
                    <TimeField
                      label={place === 'pickup' ? 'Pickup from' : 'Delivery from'}
                      {...form.getInputProps(`${place}From`)}
                    />
                    <TimeField
                      label="to"
                      name={place === 'pickup' ? 'Pickup to' : 'Delivery to'}
                      {...form.getInputProps(`${place}To`)}
                    />
                  </div>
                </div>
              </Stack>
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            Times of the day, in {brand.timeZone}; they stay the same when clocks change.
          </Text>
          <NotesField form={form} />
        </Part>
        <Part title="Items">
          <ItemList
            form={form}
            photos={photos}
            addText="Add Item"
            start={{ value: '' }}
            Figures={QuantityAndValue}
            picker={{ canDrop, DropArea: ImageDropzone, ...uploadToasts }}
          />
        </Part>
        <Part title="Price and driver">
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label={`Total (${currencySign(currency)})`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps('quotePrice')}
            />
            <NativeSelect
              label="Driver"
              data={[
                { value: '', label: 'No driver yet' },
                ...(drivers.data?.data ?? []).map((driver) => ({
                  value: String(driver.id),
                  label: displayName(driver),
                })),
              ]}
              {...form.getInputProps('driverId')}
            />
          </SimpleGrid>
          <Checkbox
            label="On account"
            description="The customer pays later, with an invoice"
            {...form.getInputProps('onAccount', { type: 'checkbox' })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <Textarea
              label="Notes for the driver"
              autosize
              minRows={2}
              maxLength={NOTES_MAX}
              {...form.getInputProps('driverNotes')}
            />
            <Textarea
              label="Notes for the office"
              autosize
              minRows={2}
              maxLength={NOTES_MAX}
              {...form.getInputProps('officeNotes')}
            />
          </SimpleGrid>
        </Part>
        {job && (
          <Part title="When it takes effect">
            <TextInput
              type="date"
              label="Effective from"
              description="Orders from this day on that are not picked up yet change too. Orders on days that the new rule leaves out are cancelled."
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
            Orders are created {RECURRING_HORIZON_DAYS} days ahead.
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {job ? 'Save' : 'Create recurring job'}
            </Button>
          </Group>
        </Group>
      </DialogFooter>
    </form>
  );
}
