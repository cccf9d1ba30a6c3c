import { Chip, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { RULE_MAX } from '@quickfleet/shared/limits';
import {
  type Ordinal,
  ordinalNames,
  ordinals,
  type RuleChoice,
  ruleOf,
  type Weekday,
  weekdayNames,
  weekdays,
} from '@quickfleet/shared/recurring-rule';
import type { ReactNode } from 'react';

const EVERY_MAX = 99;
const kinds: readonly { value: RuleChoice['kind']; label: string }[] = [
  { value: 'weekdays', label: 'Every weekday, Monday to Friday' },
  { value: 'weekly', label: 'On days of the week' },
  { value: 'monthly_weekday', label: 'On a weekday of the month, like the last Friday' },
  { value: 'monthly_day', label: 'On a day of the month' },
  { value: 'daily', label: 'Every day, or every few days' },
  { value: 'custom', label: 'By a rule of its own (RRULE)' },
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

function Every({ value, unit, onChange }: { value: number; unit: string; onChange: (every: number) => void }) {
  return (
    <NumberInput
      label="Every"
      suffix={value === 1 ? ` ${unit}` : ` ${unit}s`}
      min={1}
      max={EVERY_MAX}
      allowDecimal={false}
      value={value}
      onChange={(typed) => onChange(Math.max(1, Number(typed) || 1))}
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
        label="How often"
        data={[...kinds]}
        value={choice.kind}
        error={choice.kind === 'custom' ? undefined : error}
        onChange={(event) => {
          const kind = kinds.find(({ value }) => value === event.currentTarget.value)?.value;
          if (kind) onChange(startOf(kind, choice));
        }}
      />
      {choice.kind === 'daily' && (
        <Every value={choice.every} unit="day" onChange={(every) => onChange({ ...choice, every })} />
      )}
      {choice.kind === 'weekly' && (
        <>
          <Every value={choice.every} unit="week" onChange={(every) => onChange({ ...choice, every })} />
          <div>
            <Text size="sm" fw={500} id="recurring-days" mb={4}>
              On
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
            label="The"
            data={ordinals.map((value) => ({ value, label: ordinalNames[value] }))}
            value={choice.ordinal}
            onChange={(event) =>
              isOrdinal(event.currentTarget.value) && onChange({ ...choice, ordinal: event.currentTarget.value })
            }
          />
          <NativeSelect
            label="Weekday"
            data={weekdays.map((value) => ({ value, label: weekdayNames[value] }))}
            value={choice.day}
            onChange={(event) =>
              isWeekday(event.currentTarget.value) && onChange({ ...choice, day: event.currentTarget.value })
            }
          />
          <Every value={choice.every} unit="month" onChange={(every) => onChange({ ...choice, every })} />
        </Group>
      )}
      {choice.kind === 'monthly_day' && (
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label="Day of the month"
            data={[
              ...Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) })),
              { value: '-1', label: 'the last one' },
            ]}
            value={String(choice.day)}
            onChange={(event) => onChange({ ...choice, day: Number(event.currentTarget.value) })}
          />
          <Every value={choice.every} unit="month" onChange={(every) => onChange({ ...choice, every })} />
        </Group>
      )}
      {choice.kind === 'custom' && (
        <TextInput
          label="Rule"
          description="As calendars write it (RFC 5545): FREQ=MONTHLY;BYDAY=1MO,3MO"
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
