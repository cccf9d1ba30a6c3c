import { Fieldset, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { usualHours, weekdays } from '@quickfleet/shared/company/business-hours';
import { HOME } from '@quickfleet/shared/company/days/driver-work';
import { ADDRESS_MAX, NAME_MAX } from '@quickfleet/shared/limits';
import { displayName, type User, type WholeUser } from '@quickfleet/shared/people/users';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { DialogOf } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { WeekHours, type Weekly } from '../../../components/forms/week-hours.tsx';
import { WholeNumberInput } from '../../../components/forms/whole-number-input.tsx';
import { SkillSelect } from '../../../components/order-form/demand-fields.tsx';
import { issuesOf } from '../../../lib/api/error-message.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useUpdateUser } from './team-mutations.ts';

const weekFrom = (hours: Partial<Weekly>): Weekly => {
  const timesOf = (day: (typeof weekdays)[number]) => (hours[day] ?? []).map((time) => ({ ...time }));
  return {
    ...{ mon: timesOf('mon'), tue: timesOf('tue'), wed: timesOf('wed'), thu: timesOf('thu') },
    ...{ fri: timesOf('fri'), sat: timesOf('sat'), sun: timesOf('sun') },
  };
};
const usualWeek = (): Weekly => weekFrom(Object.fromEntries(weekdays.map((day) => [day, [...usualHours.weekly[day]]])));

const valuesOf = ({ vehicle, startsFrom, endsAt, skills, workingHours }: WholeUser) => ({
  label: vehicle?.label ?? '',
  parcelsMax: vehicle?.parcelsMax?.toString() ?? '',
  kilosMax: vehicle?.kilosMax?.toString() ?? '',
  startsFrom: startsFrom ?? '',
  endsAt: endsAt ?? '',
  skills,
  workingHours: workingHours && weekFrom(workingHours),
});
type Values = ReturnType<typeof valuesOf>;
const changesOf = ({ label, parcelsMax, kilosMax, startsFrom, endsAt, ...rest }: Values) => ({
  vehicle: label || parcelsMax || kilosMax ? { label, parcelsMax, kilosMax } : null,
  startsFrom: startsFrom.trim() || null,
  endsAt: endsAt.trim() || null,
  ...rest,
});

/** An end of the day: an address, or from home. */
function EndField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const isHome = value === HOME;
  return (
    <Stack gap={6}>
      <TextInput
        label={label}
        description={t('Empty: the depot of the settings')}
        autoComplete="off"
        maxLength={ADDRESS_MAX}
        disabled={isHome}
        value={isHome ? '' : value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Switch
        label={t('At home: the way there does not count')}
        checked={isHome}
        onChange={(event) => onChange(event.currentTarget.checked ? HOME : '')}
      />
    </Stack>
  );
}

function WorkForm({ user, onDone }: { user: WholeUser; onDone: () => void }) {
  const update = useUpdateUser((name) => t('{name} was saved', { name }));
  const [values, setValues] = useState(() => valuesOf(user));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const set = (patch: Partial<Values>) => setValues({ ...values, ...patch });
  const send = async () => {
    try {
      await update.mutateAsync({ id: user.id, version: user.version, ...changesOf(values) });
      onDone();
    } catch (error) {
      setErrors(issuesOf(error));
    }
  };
  const room = (name: 'parcelsMax' | 'kilosMax', label: string) => (
    <WholeNumberInput
      label={label}
      description={t('Empty: any')}
      min={1}
      max={100_000}
      value={values[name]}
      error={errors[`vehicle.${name}`] ?? errors['vehicle']}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onCancel={onDone}
      send={t('Save Changes')}
      isPending={update.isPending}
    >
      <Fieldset legend={t('Vehicle')}>
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label={t('Name of the vehicle')}
            description={t('Optional')}
            autoComplete="off"
            maxLength={NAME_MAX}
            value={values.label}
            error={errors['vehicle.label']}
            onChange={(event) => set({ label: event.currentTarget.value })}
            data-autofocus
          />
          {room('parcelsMax', t('Parcels at most'))}
          {room('kilosMax', t('Kilograms at most'))}
        </SimpleGrid>
      </Fieldset>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <EndField
          label={t('The day begins at')}
          value={values.startsFrom}
          error={errors['startsFrom']}
          onChange={(startsFrom) => set({ startsFrom })}
        />
        <EndField
          label={t('The day ends at')}
          value={values.endsAt}
          error={errors['endsAt']}
          onChange={(endsAt) => set({ endsAt })}
        />
      </SimpleGrid>
      <SkillSelect
        label={t('Skills')}
        value={values.skills}
        error={Object.entries(errors).find(([path]) => path.startsWith('skills'))?.[1]}
        onChange={(skills) => set({ skills })}
      />
      <Switch
        label={t('Own working hours')}
        description={t('Otherwise those of the company. What lies between two times of a day is a break.')}
        checked={values.workingHours !== null}
        onChange={(event) => set({ workingHours: event.currentTarget.checked ? usualWeek() : null })}
      />
      {values.workingHours && (
        <WeekHours
          weekly={values.workingHours}
          errors={Object.fromEntries(
            Object.entries(errors).map(([path, text]) => [path.replace('workingHours.', 'weekly.'), text]),
          )}
          onChange={(workingHours) => set({ workingHours })}
        />
      )}
    </DialogForm>
  );
}

/** What a plan knows of a driver: the vehicle, where the day begins and ends, skills, and hours. */
export function WorkDialog({ driver, onClose }: { driver: User | undefined; onClose: () => void }) {
  const user = trpc.users.get.useQuery({ id: driver?.id ?? 0 }, { enabled: driver !== undefined, gcTime: 0 });
  return (
    <DialogOf
      of={driver}
      onClose={onClose}
      title={(shown) => t('Vehicle and hours of {name}', { name: displayName(shown) })}
      size="lg"
    >
      {(shown) =>
        user.data?.id === shown.id ? (
          <WorkForm key={user.data.version} user={user.data} onDone={onClose} />
        ) : (
          <QueryState query={user} title={t('The team could not be loaded')} rows={6} height={40} />
        )
      }
    </DialogOf>
  );
}
