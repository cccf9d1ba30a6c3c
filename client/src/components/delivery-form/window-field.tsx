import { Button, Group, Text, TextInput } from '@mantine/core';
import {
  presetWindow,
  type WindowPreset,
  windowInWords,
  windowPresetLabels,
  windowPresets,
} from '@quickfleet/shared/window-rules';
import { addDays, zoneName } from '@quickfleet/shared/zoned-time';
import { IconX } from '@tabler/icons-react';
import { useId, useReducer } from 'react';
import { brand } from '../../lib/brand.ts';
import { formatDay, todayInZone } from '../../lib/format.ts';
import type { ZodForm } from '../../lib/use-zod-form.ts';
import styles from './fields.module.css';
import { draftOf, noDraft, type WindowDraft, type WindowName, windowOfDraft, withTimes } from './window-draft.ts';

/** What a window's fields need of a form, whatever else it holds. */
export interface WindowForm {
  key(path: string): string;
  getInputProps(path: string): ReturnType<ZodForm<Record<WindowName, WindowDraft>>['getInputProps']>;
  getValues(): Record<WindowName, WindowDraft>;
  setFieldValue(path: string, value: unknown, options?: { forceUpdate?: boolean }): void;
  clearFieldError(path: string): void;
}

interface WindowFieldProps {
  form: WindowForm;
  name: WindowName;
  legend: string;
  dayLabel?: string;
  /** What a day without times means; absent where times are needed. */
  dayAlone?: string;
}

/** The usual windows of a day that are not over; without a day those of today, after hours of tomorrow. */
function presetsOf(day: string): { preset: WindowPreset; draft: WindowDraft }[] {
  const now = new Date();
  const today = todayInZone(now);
  for (const candidate of day ? [day] : [today, addDays(today, 1)]) {
    const found = windowPresets.flatMap((preset) => {
      const window = presetWindow(preset, candidate, now, brand.timeZone);
      return window ? [{ preset, draft: draftOf(window) }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

/** Both windows of an order: a day without times promises none. */
export function WindowFields({ form }: { form: WindowForm }) {
  return (
    <>
      <WindowField form={form} name="pickupWindow" legend="Pickup window" />
      <WindowField
        form={form}
        name="deliveryWindow"
        legend="Delivery window"
        dayAlone="No time is promised, any time on"
      />
    </>
  );
}

/** From when until when, on the company's clocks: a day, two times, and the usual windows as buttons. */
export function WindowField({ form, name, legend, dayLabel = 'Day', dayAlone }: WindowFieldProps) {
  const noteId = useId();
  const [, show] = useReducer((n: number) => n + 1, 0);
  const draft = form.getValues()[name];
  const window = windowOfDraft(draft);
  const today = todayInZone();

  const put = (next: WindowDraft) => {
    for (const part of ['day', 'from', 'to', 'days'] as const) {
      form.setFieldValue(`${name}.${part}`, next[part]);
      form.clearFieldError(`${name}.${part}`);
    }
    show();
  };
  const field = (part: 'day' | 'from' | 'to') => {
    const { onChange, ...props } = form.getInputProps(`${name}.${part}`);
    return {
      ...props,
      onChange: (event: unknown) => {
        onChange(event);
        const typed = form.getValues()[name];
        form.setFieldValue(`${name}.days`, withTimes(typed, {}).days, { forceUpdate: false });
        show();
      },
    };
  };
  const note = window
    ? windowInWords(window, brand.timeZone)
    : draft.day && dayAlone && !draft.from && !draft.to
      ? `${dayAlone} ${formatDay(draft.day)}`
      : `Times are those of ${brand.timeZone} (${zoneName(new Date(), brand.timeZone)})`;

  return (
    <fieldset className={styles.window} aria-describedby={noteId}>
      <legend className={styles.windowLegend}>{legend}</legend>
      <Group gap={6} mb="xs">
        {[
          { text: 'Today', day: today },
          { text: 'Tomorrow', day: addDays(today, 1) },
        ].map(({ text, day }) => (
          <Button
            key={text}
            size="compact-sm"
            variant={draft.day === day ? 'light' : 'default'}
            aria-pressed={draft.day === day}
            onClick={() => put(withTimes(draft, { day }))}
          >
            {text}
          </Button>
        ))}
        <span className={styles.windowGap} aria-hidden />
        {presetsOf(draft.day).map(({ preset, draft: usual }) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => put(usual)}>
            {windowPresetLabels[preset]}
          </Button>
        ))}
      </Group>
      <div className={styles.windowTimes}>
        <TextInput key={form.key(`${name}.day`)} label={dayLabel} type="date" {...field('day')} />
        <TextInput key={form.key(`${name}.from`)} label="From" type="time" {...field('from')} />
        <TextInput key={form.key(`${name}.to`)} label="Until" type="time" {...field('to')} />
      </div>
      <Group justify="space-between" gap="xs" mt={6} wrap="nowrap" mih={26}>
        <Text id={noteId} size="sm" c={window ? undefined : 'dimmed'} aria-live="polite">
          {note}
        </Text>
        {(draft.day || draft.from || draft.to) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconX size={14} aria-hidden />}
            aria-label={`Clear the ${legend.toLowerCase()}`}
            onClick={() => put(noDraft)}
            style={{ flex: 'none' }}
          >
            Clear
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
