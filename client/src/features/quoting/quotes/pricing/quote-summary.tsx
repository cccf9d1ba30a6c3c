import { Group, Text } from '@mantine/core';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { oneLine } from '../../../../lib/words/contact-words.ts';
import { formatDay } from '../../../../lib/words/format.ts';
import styles from './pricing.module.css';

const ITEMS_NAMED = 3;

/** Which quote it is and what is to be priced: nobody prices the wrong one, or from memory. */
export function QuoteSummary({ quote }: { quote: Quote }) {
  const { id, reference, pickupAddress, deliveryAddress, items, notes } = quote;
  const named = items.slice(0, ITEMS_NAMED).map(({ quantity, name }) => `${quantity} × ${name}`);
  const more = items.length - named.length;
  return (
    <section className={styles.subject} aria-label={t('What was asked for')}>
      <Group gap={6}>
        <Text fw={650} className="tabular">
          {t('Quote #{id}', { id })}
        </Text>
        {reference && (
          <>
            <Text c="dimmed" className="mono">
              {reference}
            </Text>
            <CopyButton value={reference} what={t('reference')} />
          </>
        )}
      </Group>
      <dl className={styles.way}>
        <dt>{t('From (place)')}</dt>
        <dd dir="auto" title={pickupAddress}>
          {oneLine(pickupAddress)}
        </dd>
        <dt>{t('To (place)')}</dt>
        <dd dir="auto" title={deliveryAddress}>
          {oneLine(deliveryAddress)}
        </dd>
        <dt>{t('Items')}</dt>
        <dd dir="auto" title={items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}>
          {more > 0
            ? t('{list}, and {count} more', { list: named.join(', '), count: more })
            : keepNumbers(named.join(', '))}
        </dd>
        <dt>{t('Speed')}</dt>
        <dd>
          <SpeedWords type={quote.speedType} day={quote.wantedDay ? formatDay(quote.wantedDay) : null} />
        </dd>
        {notes && (
          <>
            <dt>{t('Notes')}</dt>
            <dd dir="auto" title={notes}>
              {oneLine(notes)}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
