import { Badge, Stack, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { formatDay } from '../../../../lib/words/format.ts';
import { changesBetween, otherChanges } from '../../../../lib/words/quote-versions.ts';
import styles from './details.module.css';
import { PriceLines } from './price-lines.tsx';

type Revision = NonNullable<Quote['revisions']>[number];

/** Every version that was sent, newest first, with what it changed; earlier ones stay readable. */
export function QuoteVersions({ revisions, quote }: { revisions: readonly Revision[]; quote: Quote }) {
  return (
    <ol className={styles.versions} reversed aria-label={t('Versions')}>
      {revisions.map((revision, at) => {
        const before = revisions[at + 1];
        const changes = before ? [...changesBetween(before, revision), ...otherChanges(revision.changes)] : [];
        return (
          <li key={revision.revision}>
            <details className={styles.version}>
              <summary>
                <Text span fw={600} size="sm">
                  {t('Version {revision}', { revision: revision.revision })}
                </Text>
                <Text span size="sm" className="tabular">
                  {formatAmount(revision.total, revision.currency)}
                </Text>
                <Text span size="xs" c="dimmed">
                  {revision.by ? `${revision.by}, ` : ''}
                  <RelativeTime value={revision.at} />
                </Text>
                {quote.acceptance?.revision === revision.revision && (
                  <Badge size="sm" color="violet" variant="light">
                    {t('Accepted')}
                  </Badge>
                )}
              </summary>
              <Stack gap={8} pt={4} pb="sm">
                {changes.length > 0 && (
                  <ul
                    className={styles.changes}
                    aria-label={t('What version {revision} changed', { revision: revision.revision })}
                  >
                    {changes.map((change) => (
                      <li key={change} dir="auto">
                        {keepNumbers(change)}
                      </li>
                    ))}
                  </ul>
                )}
                <PriceLines {...revision} pricesIncludeTax={quote.pricesIncludeTax} />
                {revision.validUntil && (
                  <Text size="sm" c="dimmed">
                    {t('Valid until {day}', { day: formatDay(revision.validUntil) })}
                  </Text>
                )}
                {revision.terms && (
                  <Text size="sm" className="as-written">
                    {keepNumbers(revision.terms)}
                  </Text>
                )}
              </Stack>
            </details>
          </li>
        );
      })}
    </ol>
  );
}
