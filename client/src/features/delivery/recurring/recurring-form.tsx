import { NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { RecurringOrder } from '@quickfleet/shared/delivery/planning/recurring';
import {
  choiceOf,
  onClosedDayNames,
  onClosedDays,
  type RuleChoice,
  ruleOf,
} from '@quickfleet/shared/delivery/planning/recurring-rule';
import { PAGE_SIZE_MAX, RECURRING_HORIZON_DAYS } from '@quickfleet/shared/limits';
import { displayName } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { CustomerFields, RouteField } from '../../../components/customer-choice/customer-fields.tsx';
import { useCustomerChoice } from '../../../components/customer-choice/use-customer-choice.ts';
import { usePendingPhotos } from '../../../components/delivery-form/draft/use-pending-photos.ts';
import fields from '../../../components/delivery-form/fields.module.css';
import { OfficeItems, PhotoObstacle } from '../../../components/delivery-form/items/office-items.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { PriceInput } from '../../../components/forms/price-input.tsx';
import { DemandFields } from '../../../components/order-form/demand-fields.tsx';
import { NEW_ITEM } from '../../../components/order-form/order-content.ts';
import { CollectField, OnAccountField, OrderNoteFields } from '../../../components/order-form/order-parts.tsx';
import { isWholeChoice, RuleField, RulePreview } from '../../../components/window-field/rule-field.tsx';
import { TimeField } from '../../../components/window-field/time-field.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useCompanyCurrency } from '../../../lib/api/use-company-currency.ts';
import { usePricesIncludeTax } from '../../../lib/api/use-price-rule.ts';
import { showField } from '../../../lib/forms/focus-first.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { brand } from '../../../lib/words/brand.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useCreateJob, useUpdateJob } from './recurring-mutations.ts';
import { jobCheck, jobErrors, payloadOf, valuesOf } from './recurring-values.ts';

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

interface RecurringFormProps {
  job: RecurringOrder | undefined;
  onDone: () => void;
  onCancel: () => void;
}
export function RecurringForm(props: RecurringFormProps) {
  const includesTax = usePricesIncludeTax();
  return <JobForm key={String(includesTax)} {...props} includesTax={includesTax} />;
}

function JobForm({ job, includesTax, onDone, onCancel }: RecurringFormProps & { includesTax: boolean }) {
  const companyCurrency = useCompanyCurrency();
  const currency = job?.order.currency ?? companyCurrency;
  const today = todayInZone();
  const [choice, setChoice] = useState<RuleChoice>(() =>
    job ? choiceOf(job.rule) : { kind: 'weekly', every: 1, days: ['MO'] },
  );
  const { form, onSubmit, showErrors } = useZodForm(jobCheck, valuesOf(job, today, includesTax), {
    mode: 'controlled',
  });
  const customer = useCustomerChoice(form);
  const photos = usePendingPhotos();
  const [wasStopped, setStopped] = useState(false);
  const creation = useCreateJob();
  const change = useUpdateJob();
  const isPending = creation.isPending || change.isPending;
  const drivers = trpc.users.list.useQuery({ role: 'driver', isActive: 'true', sort: 'name', limit: PAGE_SIZE_MAX });
  const every = useRef<HTMLDivElement>(null);
  const rule = ruleOf(choice);
  const { start, end, onClosedDay } = form.values;

  const send = async (values: z.output<typeof jobCheck>) => {
    setStopped(photos.obstacle !== undefined);
    if (photos.obstacle) return;
    if (!isWholeChoice(choice)) return showField(every.current?.querySelector<HTMLElement>('[aria-invalid="true"]'));
    const payload = { ...payloadOf(values, job, includesTax), rule };
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
    <DialogForm
      onSubmit={(event) => {
        customer.reveal(form.validate().errors);
        submit(event);
      }}
      aria-label={job ? t('Edit recurring job') : t('New recurring job')}
      onCancel={onCancel}
      send={job ? t('Save') : t('Create recurring job')}
      isPending={isPending}
      obstacle={<PhotoObstacle photos={photos} wasStopped={wasStopped} />}
      aside={
        <Text size="xs" c="dimmed" visibleFrom="sm">
          {t('Orders are created {days} days ahead.', { days: RECURRING_HORIZON_DAYS })}
        </Text>
      }
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
          <NativeSelect
            label={t('On days when you are closed')}
            data={onClosedDays.map((value) => ({ value, label: onClosedDayNames[value] }))}
            {...form.getInputProps('onClosedDay')}
          />
          {isWholeChoice(choice) && <RulePreview rule={rule} start={start} end={end} onClosedDay={onClosedDay} />}
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
        </Part>
        <Part title={t('Items')}>
          <OfficeItems form={form} photos={photos} start={NEW_ITEM} />
          <DemandFields form={form} />
        </Part>
        <Part title={t('Price and driver')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <PriceInput currency={currency} {...form.getInputProps('quotePrice')} />
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
          <OnAccountField form={form} />
          <CollectField form={form} />
        </Part>
        <Part title={t('Notes')}>
          <OrderNoteFields form={form} />
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
    </DialogForm>
  );
}
