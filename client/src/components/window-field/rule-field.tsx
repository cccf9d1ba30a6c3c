import { Badge, Button, Chip, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type OnClosedDay,
  type Ordinal,
  ordinalNames,
  ordinals,
  type RuleChoice,
  ruleOf,
  type Weekday,
  weekdayNames,
  weekdays,
} from '@quickfleet/shared/delivery/planning/recurring-rule';
import { RULE_MAX } from '@quickfleet/shared/limits';
import { listOf } from '@quickfleet/shared/words/lists';
import { t } from '@quickfleet/shared/words/t';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../lib/api/error-message.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { formatDay, formatShortDay } from '../../lib/words/format.ts';
import { WholeNumberInput } from '../forms/whole-number-input.tsx';

const WAIT_MS = 300;

interface RulePreviewProps {
  rule: string;
  start: string;
  end: string;
  onClosedDay: OnClosedDay;
}
/** The rule in words and its next days; closed days are marked, those that are left out too. */
export function RulePreview({ rule, start, end, onClosedDay }: RulePreviewProps) {
  const { client } = trpc.useUtils();
  const [text] = useDebouncedValue(JSON.stringify({ rule, start, end: end || null, onClosedDay }), WAIT_MS);
  const preview = useQuery({
    queryKey: ['recurring-preview', text],
    queryFn: () => client.recurring.preview.mutate(JSON.parse(text)),
    enabled: start !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <Stack gap={6} component="section" aria-label={t('Next days')} role="status">
      {preview.isError ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {messageOf(preview.error)}
        </Text>
      ) : (
        preview.data && (
          <>
            <Text fw={600}>
              {end
                ? t('{rule}, from {start} to {end}', {
                    rule: preview.data.ruleInWords,
                    start: formatDay(start),
                    end: formatDay(end),
                  })
                : t('{rule}, from {start}', { rule: preview.data.ruleInWords, start: formatDay(start) })}
            </Text>
            <Group gap={6} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {preview.data.days.map((day) => {
                const isClosed = preview.data.closedDays.includes(day);
                return (
                  <li key={day}>
                    <Badge variant="light" color={isClosed ? 'amber' : 'gray'} tt="none" size="lg">
                      {isClosed ? t('{day}, closed', { day: formatShortDay(day) }) : formatShortDay(day)}
                    </Badge>
                  </li>
                );
              })}
            </Group>
            <ClosedDays days={preview.data.closedDays.filter((day) => !preview.data.days.includes(day))} />
            {preview.data.days.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('This rule has no days left.')}
              </Text>
            )}
          </>
        )
      )}
    </Stack>
  );
}

/** Days that the rule names and that have no order, because the company is closed. */
function ClosedDays({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('Closed: {days}', { days: listOf(days.map((day) => formatShortDay(day))) })}
    </Text>
  );
}

const EVERY_MAX = 99;
/** Whether the interval that was typed is a valid number. */
export const isWholeChoice = (choice: RuleChoice): boolean =>
  !('every' in choice) || (choice.every >= 1 && choice.every <= EVERY_MAX);
const kinds: readonly { value: RuleChoice['kind']; label: string }[] = [
  { value: 'weekdays', label: t('Every weekday, Monday to Friday') },
  { value: 'weekly', label: t('On days of the week') },
  { value: 'monthly_weekday', label: t('On a weekday of the month, like the last Friday') },
  { value: 'monthly_day', label: t('On a day of the month') },
  { value: 'daily', label: t('Every day, or every few days') },
  { value: 'custom', label: t('Custom rule (RRULE)') },
];
const isWeekday = (value: string): value is Weekday => weekdays.some((day) => day === value);
const isOrdinal = (value: string): value is Ordinal => ordinals.some((known) => known === value);

const startOf = (kind: RuleChoice['kind'], before: RuleChoice): RuleChoice => {
  switch (kind) {
    case 'weekdays':
      return { kind };
    case 'daily':
      return { kind, every: 1 };
    case 'weekly':
      return { kind, every: 1, days: ['MO'] };
    case 'monthly_weekday':
      return { kind, every: 1, ordinal: '-1', day: 'FR' };
    case 'monthly_day':
      return { kind, every: 1, day: 1 };
    case 'custom':
      return { kind, rule: ruleOf(before) };
  }
};

const unitOf = {
  day: (count: number) => t('{count, plural, one {day} other {days}}', { count }),
  week: (count: number) => t('{count, plural, one {week} other {weeks}}', { count }),
  month: (count: number) => t('{count, plural, one {month} other {months}}', { count }),
};

function Every({
  value,
  unit,
  onChange,
}: {
  value: number;
  unit: keyof typeof unitOf;
  onChange: (every: number) => void;
}) {
  const [typed, setTyped] = useState(String(value));
  return (
    <WholeNumberInput
      label={t('Every (so many days, weeks or months)')}
      min={1}
      max={EVERY_MAX}
      value={typed}
      error={value >= 1 && value <= EVERY_MAX ? undefined : t('A whole number from 1 to {max}', { max: EVERY_MAX })}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        onChange(/^\d+$/.test(text) ? Number(text) : Number.NaN);
      }}
      rightSection={
        <Text size="sm" c="dimmed">
          {unitOf[unit](value)}
        </Text>
      }
      rightSectionWidth={64}
      w={150}
    />
  );
}

interface RuleFieldProps {
  choice: RuleChoice;
  onChange: (choice: RuleChoice) => void;
  error: ReactNode;
}

/** When a job comes, in words; each choice is an RRULE. */
export function RuleField({ choice, onChange, error }: RuleFieldProps) {
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('How often')}
        data={[...kinds]}
        value={choice.kind}
        error={choice.kind === 'custom' ? undefined : error}
        onChange={(event) => {
          const kind = kinds.find(({ value }) => value === event.currentTarget.value)?.value;
          if (kind) onChange(startOf(kind, choice));
        }}
      />
      {choice.kind === 'daily' && (
        <Every key={choice.kind} value={choice.every} unit="day" onChange={(every) => onChange({ ...choice, every })} />
      )}
      {choice.kind === 'weekly' && (
        <>
          <Every
            key={choice.kind}
            value={choice.every}
            unit="week"
            onChange={(every) => onChange({ ...choice, every })}
          />
          <div>
            <Text size="sm" fw={500} id="recurring-days" mb={4}>
              {t('On (days of the week)')}
            </Text>
            <Chip.Group
              multiple
              value={choice.days}
              onChange={(days) => days.length > 0 && onChange({ ...choice, days: days.filter(isWeekday) })}
            >
              <Group gap={6} role="group" aria-labelledby="recurring-days">
                {weekdays.map((day) => (
                  <Chip key={day} value={day} size="sm">
                    {weekdayNames[day]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </div>
        </>
      )}
      {choice.kind === 'monthly_weekday' && (
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('The (first, last of a weekday)')}
            data={ordinals.map((value) => ({ value, label: ordinalNames[value] }))}
            value={choice.ordinal}
            onChange={(event) =>
              isOrdinal(event.currentTarget.value) && onChange({ ...choice, ordinal: event.currentTarget.value })
            }
          />
          <NativeSelect
            label={t('Weekday')}
            data={weekdays.map((value) => ({ value, label: weekdayNames[value] }))}
            value={choice.day}
            onChange={(event) =>
              isWeekday(event.currentTarget.value) && onChange({ ...choice, day: event.currentTarget.value })
            }
          />
          <Every
            key={choice.kind}
            value={choice.every}
            unit="month"
            onChange={(every) => onChange({ ...choice, every })}
          />
        </Group>
      )}
      {choice.kind === 'monthly_day' && (
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('Day of the month')}
            data={[
              ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
              { value: '-1', label: t('Last day') },
            ]}
            value={String(choice.day)}
            onChange={(event) => onChange({ ...choice, day: Number(event.currentTarget.value) })}
          />
          <Every
            key={choice.kind}
            value={choice.every}
            unit="month"
            onChange={(every) => onChange({ ...choice, every })}
          />
          {choice.day > 28 && (
            <Button variant="light" onClick={() => onChange({ ...choice, day: -1 })}>
              {t('Take the last day of each month')}
            </Button>
          )}
        </Group>
      )}
      {choice.kind === 'custom' && (
        <TextInput
          label={t('Rule')}
          description={t('As calendars write it (RFC 5545): {example}', { example: 'FREQ=MONTHLY;BYDAY=1MO,3MO' })}
          className="mono"
          autoComplete="off"
          spellCheck={false}
          maxLength={RULE_MAX}
          value={choice.rule}
          error={error}
          onChange={(event) => onChange({ ...choice, rule: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
