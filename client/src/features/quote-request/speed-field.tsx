import { TextInput } from '@mantine/core';
import { sameDayDelivery } from '@quickfleet/shared/business-hours';
import { type SpeedType, speedLabel } from '@quickfleet/shared/speed';
import { useEffect, useId, useRef, useState } from 'react';
import { brand } from '../../lib/brand.ts';
import { formatWeekday, todayInZone } from '../../lib/format.ts';
import { useIsHydrated } from '../../lib/use-is-hydrated.ts';
import styles from './quote-request.module.css';
import type { RequestForm } from './request-values.ts';

const choices: readonly { type: SpeedType; label: string; note: string }[] = [
  {
    type: 'let_quickfleet_choose',
    label: speedLabel('let_quickfleet_choose', null, brand.name),
    note: 'The best time for you',
  },
  { type: 'today', label: speedLabel('today', null, brand.name), note: 'Same-day delivery' },
  { type: 'specific_date', label: 'Specific Date', note: 'The day you need it' },
];

interface ChoiceProps {
  name: string;
  type: SpeedType;
  label: string;
  note: string;
  isChosen: boolean;
  onChosen: () => void;
}

function Choice({ name, type, label, note, isChosen, onChosen }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={type} checked={isChosen} onChange={onChosen} />
      <span>
        <span className={styles.choiceLabel}>{label}</span>
        <span className={styles.note}>{note}</span>
      </span>
    </label>
  );
}

/** Outside business hours "Today" is another day; the page was rendered at some other time, so it says so hydrated. */
function useTodayNote(note: string): string {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return note;
  const { day, isToday } = sameDayDelivery(new Date(), brand.timeZone);
  return isToday ? note : `Picked up and delivered on ${formatWeekday(day)}`;
}

/** Delivery speed; the date belongs to Specific Date alone and is forgotten when another speed is chosen. */
export function SpeedField({ form }: { form: RequestForm }) {
  const [chosen, setChosen] = useState(() => form.getValues().speedType);
  const name = useId();
  const todayNote = useTodayNote('Same-day delivery');

  const choose = (type: SpeedType) => {
    setChosen(type);
    form.setFieldValue('speedType', type, { forceUpdate: false });
    if (type === 'specific_date') return;
    form.setFieldValue('speedDate', '');
    form.clearFieldError('speedDate');
  };

  // Chosen before hydration.
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const marked = root.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const early = choices.find(({ type }) => type === marked);
    if (early && early.type !== chosen) choose(early.type);
  }, []);

  return (
    <fieldset ref={root} className={styles.speed}>
      <legend className={styles.label}>Delivery Speed</legend>
      <div className={styles.choices}>
        {choices.map(({ type, label, note }) => (
          <Choice
            key={type}
            type={type}
            name={name}
            label={label}
            note={type === 'today' ? todayNote : note}
            isChosen={chosen === type}
            onChosen={() => choose(type)}
          />
        ))}
      </div>
      {chosen === 'specific_date' && (
        <TextInput
          key={form.key('speedDate')}
          className={styles.date}
          label="Choose Date"
          withAsterisk
          aria-required
          type="date"
          min={todayInZone()}
          {...form.getInputProps('speedDate')}
        />
      )}
    </fieldset>
  );
}
