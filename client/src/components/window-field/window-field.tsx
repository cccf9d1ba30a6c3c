import { Button, Group, Text, TextInput } from '@mantine/core';
import { addDays, daysBetween, zoneName } from '@quickfleet/shared/base/time/zoned-time';
import { windowInWords, windowPresetLabels } from '@quickfleet/shared/quoting/window-rules';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';
import { useId, useReducer } from 'react';
import type { ZodForm } from '../../lib/forms/use-zod-form.ts';
import { brand } from '../../lib/words/brand.ts';
import { formatDay, todayInZone } from '../../lib/words/format.ts';
import styles from '../delivery-form/fields.module.css';
import { ClosedDayNote } from './closed-day-note.tsx';
import { TimeField } from './time-field.tsx';
import {
  earliestDelivery,
  laterBy,
  noDraft,
  presetsOf,
  type WindowDraft,
  type WindowName,
  windowOfDraft,
  withTimes,
} from './window-draft.ts';

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
  /** The window that moves along with this one's day. */
  follower?: WindowName;
  onChange?: () => void;
}

interface WindowFieldsProps {
  form: WindowForm;
  /** A day alone promises nothing here. */
  needsTimes?: boolean;
  /** The delivery goes along with the day of its pickup. */
  areTogether?: boolean;
}

/** Both windows of an order; unless times are needed, a delivery may have a day alone. */
export function WindowFields({ form, needsTimes = false, areTogether = false }: WindowFieldsProps) {
  const [, show] = useReducer((n: number) => n + 1, 0);
  const shared = { form, onChange: show };
  return (
    <>
      <WindowField
        {...shared}
        name="pickupWindow"
        legend={t('Pickup window')}
        {...(areTogether ? { follower: 'deliveryWindow' } : {})}
      />
      <WindowField
        {...shared}
        name="deliveryWindow"
        legend={t('Delivery window')}
        {...(needsTimes ? {} : { dayAlone: t('No time is promised, any time on') })}
      />
    </>
  );
}

/** 'Europe/Berlin (CET)', or 'UTC' where both names are the same. */
function zoneInWords(): string {
  const name = zoneName(new Date(), brand.timeZone);
  return name === brand.timeZone ? name : `${brand.timeZone} (${name})`;
}

const parts = ['day', 'from', 'to', 'days'] as const;
/** From when until when, on the company's clocks: a day, two times, and the usual windows as buttons. */
export function WindowField({
  form,
  name,
  legend,
  dayLabel = t('Day'),
  dayAlone,
  follower,
  onChange: onChanged,
}: WindowFieldProps) {
  const noteId = useId();
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const draft = form.getValues()[name];
  const window = windowOfDraft(draft);
  const now = new Date();
  const earliest = name === 'deliveryWindow' ? earliestDelivery(form.getValues().pickupWindow, now) : now;
  const today = todayInZone(now);
  const firstDay = todayInZone(earliest);

  const write = (to: WindowName, next: WindowDraft) => {
    for (const part of parts) {
      form.setFieldValue(`${to}.${part}`, next[part]);
      form.clearFieldError(`${to}.${part}`);
    }
  };
  const show = (before: WindowDraft) => {
    const { day } = form.getValues()[name];
    if (follower && before.day && day)
      write(follower, laterBy(form.getValues()[follower], daysBetween(before.day, day)));
    redraw();
    onChanged?.();
  };
  const put = (next: WindowDraft) => {
    write(name, next);
    show(draft);
  };
  const field = (part: 'day' | 'from' | 'to') => {
    const { onChange, ...props } = form.getInputProps(`${name}.${part}`);
    return {
      ...props,
      onChange: (event: unknown) => {
        onChange(event);
        const typed = form.getValues()[name];
        form.setFieldValue(`${name}.days`, withTimes(typed, {}).days, { forceUpdate: false });
        show(draft);
      },
    };
  };
  const note = window
    ? windowInWords(window, brand.timeZone, brand.hourCycle)
    : draft.day && dayAlone && !draft.from && !draft.to
      ? `${dayAlone} ${formatDay(draft.day)}`
      : t('Times are in {zone}', { zone: zoneInWords() });

  return (
    <fieldset aria-describedby={noteId}>
      <legend className={styles.windowLegend}>{legend}</legend>
      <Group gap={6} mb="xs">
        {[
          { text: t('Today'), day: today },
          { text: t('Tomorrow'), day: addDays(today, 1) },
        ].map(({ text, day }) => (
          <Button
            key={text}
            size="compact-sm"
            variant={draft.day === day ? 'light' : 'default'}
            aria-pressed={draft.day === day}
            disabled={day < firstDay}
            onClick={() => put(withTimes(draft, { day }))}
          >
            {text}
          </Button>
        ))}
        <span className={styles.windowGap} aria-hidden />
        {presetsOf(draft.day, earliest).map(({ preset, draft: usual }) => (
          <Button key={preset} size="compact-sm" variant="default" onClick={() => put(usual)}>
            {windowPresetLabels[preset]}
          </Button>
        ))}
      </Group>
      <div className={styles.windowBox}>
        <div className={styles.windowTimes}>
          <TextInput key={form.key(`${name}.day`)} label={dayLabel} type="date" {...field('day')} />
          <TimeField key={form.key(`${name}.from`)} label={t('From')} {...field('from')} />
          <TimeField key={form.key(`${name}.to`)} label={t('Until')} {...field('to')} />
        </div>
      </div>
      <ClosedDayNote day={draft.day} onChoose={(day) => put(withTimes(draft, { day }))} />
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
            aria-label={t('Clear the {legend}', { legend: labelWithin(legend) })}
            onClick={() => put(noDraft)}
            style={{ flex: 'none' }}
          >
            {t('Clear')}
          </Button>
        )}
      </Group>
    </fieldset>
  );
}
