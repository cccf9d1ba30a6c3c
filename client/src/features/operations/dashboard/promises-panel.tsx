import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { localeOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import { IconAlarm } from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'wouter';
import styles from './promises.module.css';

type Promises = Dashboard['promises'];
type Kept = { met: number; missed: number };

const monthFormat = new Intl.DateTimeFormat(localeOf(language()), { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthName = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

/** The percentage met in time; undefined while nothing was due. */
export const hitRate = ({ met, missed }: Kept): number | undefined =>
  met + missed === 0 ? undefined : Math.round((met / (met + missed)) * 100);

function Rate({ kept }: { kept: Kept }) {
  const rate = hitRate(kept);
  if (rate === undefined)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  return (
    <Group
      component="span"
      gap={8}
      display="inline-flex"
      title={t('{met} in time, {missed} late', { met: kept.met, missed: kept.missed })}
    >
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${rate}%` }} data-low={rate < 90 || undefined} />
      </span>
      {`${rate} %`}
    </Group>
  );
}

function DueLink({ due, text }: { due: 'overdue' | 'soon'; text: string }) {
  const href = `${paths.adminQuotes}?due=${due}&sort=due`;
  return (
    <Anchor component={Link} href={href} c={due === 'overdue' ? 'red' : undefined} fw={600}>
      <Group component="span" gap={6} display="inline-flex">
        <IconAlarm size={18} aria-hidden />
        {text}
      </Group>
    </Anchor>
  );
}

const dueText = ({ overdue, dueSoon }: Promises): string =>
  overdue === 0 && dueSoon === 0 ? t('No quotes are waiting.') : '';

/** Who waits for a price or an answer, and how often the promise was kept. */
export function PromisesPanel({ promises }: { promises: Promises }) {
  const headingId = useId();
  const { dueSoon, overdue } = promises;
  // The present month first, and none in which nothing was due.
  const months = promises.months
    .filter(({ quotes, answers }) => hitRate(quotes) !== undefined || hitRate(answers) !== undefined)
    .toReversed();
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <Stack gap={6}>
        <Title order={2} id={headingId} size="h4">
          {t('Promises')}
        </Title>
        <Text size="sm" c="dimmed">
          {dueText(promises)}
        </Text>
        {overdue > 0 && (
          <DueLink
            due="overdue"
            text={t('{count, plural, one {# quote} other {# quotes}} overdue', { count: overdue })}
          />
        )}
        {dueSoon > 0 && (
          <DueLink
            due="soon"
            text={t('{count, plural, one {# quote} other {# quotes}} due soon', { count: dueSoon })}
          />
        )}
      </Stack>
      {months.length > 0 && (
        <table className={styles.months}>
          <caption className="visually-hidden">{t('Promises kept, by month')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Month')}</th>
              <th scope="col">{t('Prices in time')}</th>
              <th scope="col">{t('Answers in time')}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, quotes, answers }) => (
              <tr key={month}>
                <th scope="row">{monthName(month)}</th>
                <td>
                  <Rate kept={quotes} />
                </td>
                <td>
                  <Rate kept={answers} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
