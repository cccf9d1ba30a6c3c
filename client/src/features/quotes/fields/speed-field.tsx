import { TextInput } from '@mantine/core';
import { sameDayDelivery } from '@quickfleet/shared/business-hours';
import { type SpeedType, speedLabel, speedTypes } from '@quickfleet/shared/speed';
import { useEffect, useId, useRef, useState } from 'react';
import { brand } from '../../../lib/brand.ts';
import { formatWeekday, todayInZone } from '../../../lib/format.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import type { QuoteForm } from './quote-values.ts';
import styles from './speed-field.module.css';

const labelOf = (type: SpeedType) => (type === 'specific_date' ? 'Specific Date' : speedLabel(type, null, brand.name));

/** Outside business hours "Today" is another day; the page was rendered at some other time, so it says so hydrated. */
function useNotes(): Record<SpeedType, string> {
  const isHydrated = useIsHydrated();
  const { day, isToday } = isHydrated ? sameDayDelivery(new Date(), brand.timeZone) : { day: '', isToday: true };
  return {
    let_quickfleet_choose: 'The best time for you',
    today: isToday ? 'Same-day delivery' : `Picked up and delivered on ${formatWeekday(day)}`,
    specific_date: 'The day you need it',
  };
}

interface SpeedFieldProps {
  form: QuoteForm;
  /** What a visitor has to know: a note on each speed, and no day that is over. */
  isForVisitor?: boolean;
}

/** Delivery speed; the date belongs to Specific Date alone and is forgotten when another speed is chosen. */
export function SpeedField({ form, isForVisitor = false }: SpeedFieldProps) {
  const [chosen, setChosen] = useState(() => form.getValues().speedType);
  const name = useId();
  const notes = useNotes();

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
    const early = speedTypes.find((type) => type === marked);
    if (early && early !== chosen) choose(early);
  }, []);

  return (
    <fieldset ref={root} className={styles.speed}>
      <legend className={styles.label}>Delivery Speed</legend>
      <div className={styles.choices}>
        {speedTypes.map((type) => (
          <label key={type} className={styles.choice}>
            <input type="radio" name={name} value={type} checked={chosen === type} onChange={() => choose(type)} />
            <span>
              <span className={styles.choiceLabel}>{labelOf(type)}</span>
              {isForVisitor && <span className={styles.note}>{notes[type]}</span>}
            </span>
          </label>
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
          {...(isForVisitor ? { min: todayInZone() } : {})}
          {...form.getInputProps('speedDate')}
        />
      )}
    </fieldset>
  );
}
