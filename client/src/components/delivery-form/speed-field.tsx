import { TextInput } from '@mantine/core';
import { type SpeedType, speedLabel, speedTypes } from '@quickfleet/shared/quoting/speed';
import { t } from '@quickfleet/shared/words/t';
import { useId, useRef, useState } from 'react';
import { useTakenOver } from '../../lib/hooks/use-taken-over.ts';
import { brand } from '../../lib/words/brand.ts';
import { formatWeekday, todayInZone } from '../../lib/words/format.ts';
import { useSameDay } from '../../lib/words/use-same-day.ts';
import { ClosedDayNote } from '../window-field/closed-day-note.tsx';
import type { ItemForm } from './delivery-values.ts';
import styles from './speed-field.module.css';

const labelOf = (type: SpeedType) =>
  type === 'specific_date' ? t('Specific Date') : speedLabel(type, null, brand.name);

/** Outside business hours "Today" is another day. */
function useNotes(): Record<SpeedType, string> {
  const sameDay = useSameDay();
  return {
    let_quickfleet_choose: t('The best time for you'),
    today:
      sameDay?.isToday === false
        ? t('Picked up and delivered on {day}', { day: formatWeekday(sameDay.day) })
        : t('Same-day delivery'),
    specific_date: t('The day you need it'),
  };
}

/** What the field needs from a form. */
interface SpeedForm extends Pick<ItemForm, 'key' | 'getInputProps' | 'setFieldValue' | 'clearFieldError'> {
  getValues(): { speedType: SpeedType; speedDate: string };
}
interface SpeedFieldProps {
  form: SpeedForm;
  /** What a visitor has to know: a note on each speed, and no day that is over. */
  isForVisitor?: boolean;
}

/** Delivery speed; the date belongs to Specific Date alone and is forgotten when another speed is chosen. */
export function SpeedField({ form, isForVisitor = false }: SpeedFieldProps) {
  const [chosen, setChosen] = useState(() => form.getValues().speedType);
  const id = useId();
  // The visitor's form is sent without scripts too.
  const name = isForVisitor ? 'speedType' : id;
  // Whether what was chosen and typed before hydration has been taken over.
  const [isTakenOver, setTakenOver] = useState(false);
  const notes = useNotes();
  const [day, setDay] = useState(() => form.getValues().speedDate);
  const date = form.getInputProps('speedDate');

  const choose = (type: SpeedType) => {
    setChosen(type);
    form.setFieldValue('speedType', type, { forceUpdate: false });
    if (type === 'specific_date') return;
    form.setFieldValue('speedDate', '');
    setDay('');
    form.clearFieldError('speedDate');
  };

  // Chosen before hydration.
  const root = useRef<HTMLFieldSetElement>(null);
  useTakenOver(() => {
    const marked = root.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const early = speedTypes.find((type) => type === marked);
    if (early && early !== chosen) choose(early);
    setTakenOver(true);
  });

  return (
    <fieldset ref={root} className={styles.speed}>
      <legend className={styles.label}>{t('Delivery Speed')}</legend>
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
      {/* Until then the styles show it for Specific Date alone. */}
      {(chosen === 'specific_date' || (isForVisitor && !isTakenOver)) && (
        <TextInput
          key={form.key('speedDate')}
          className={styles.date}
          label={t('Choose Date')}
          withAsterisk
          aria-required
          type="date"
          {...(isForVisitor ? { min: todayInZone() } : {})}
          {...date}
          onChange={(event) => {
            date.onChange(event);
            setDay(event.currentTarget.value);
          }}
        />
      )}
      {chosen === 'specific_date' && (
        <ClosedDayNote
          day={day}
          isSaid={Boolean(date.error)}
          onChoose={(next) => {
            form.setFieldValue('speedDate', next);
            form.clearFieldError('speedDate');
            setDay(next);
          }}
        />
      )}
    </fieldset>
  );
}
