import { Anchor, Text, UnstyledButton } from '@mantine/core';
import type { ActivityLine } from '@quickfleet/shared/company/history/activity';
import { actionWords, actorWords } from '@quickfleet/shared/company/history/history-words';
import { displayOrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import { type QuoteStatus, quoteStatuses } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import styles from './activity.module.css';
import { subjectHref, subjectWords } from './activity-links.ts';

const isQuoteStatus = (value: string): value is QuoteStatus => quoteStatuses.some((status) => status === value);

const VALUE_MAX = 160;
const short = (value: string | null): string => {
  if (value === null || value === '') return t('none');
  return value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value;
};

/** The state of an order or a quote in words; a value of a setting as it is. */
function stateIn({ subject, field }: ActivityLine, value: string | null): string {
  if (field === null && value !== null) {
    if (subject === 'order') return displayOrderStatus(value, true);
    if (subject === 'quote' && isQuoteStatus(value)) return quoteWords[value];
  }
  return short(value);
}

/** What it was and is: of a setting with its name, of anything else the two states. */
function Change({ line }: { line: ActivityLine }) {
  // A secret has neither: its line says only that it changed.
  if (line.from === null && line.to === null) return null;
  return (
    <Text size="sm" className="as-written">
      {line.field && <Text component="span" size="sm" className="mono">{`${line.field}: `}</Text>}
      {stateIn(line, line.from)} → {stateIn(line, line.to)}
    </Text>
  );
}

interface ActivityListProps {
  lines: readonly ActivityLine[];
  onActor: (line: ActivityLine) => void;
}

export function ActivityList({ lines, onActor }: ActivityListProps) {
  return (
    <ul>
      {lines.map((line) => {
        const href = subjectHref(line);
        const isSetting = line.field !== null && (line.from !== null || line.to !== null);
        return (
          <li key={line.id} className={`${list.row} ${styles.line}`}>
            <div>
              {line.actorId === null ? (
                <Text size="sm" fw={500}>
                  {actorWords(line)}
                </Text>
              ) : (
                <UnstyledButton
                  className={styles.actor}
                  onClick={() => onActor(line)}
                  aria-label={t('Show only what {actor} did', { actor: actorWords(line) })}
                >
                  {actorWords(line)}
                </UnstyledButton>
              )}
              {line.address && (
                <Text size="xs" c="dimmed" className="mono">
                  {line.address}
                </Text>
              )}
            </div>
            <div className={styles.what}>
              <Text size="sm" fw={600} component="span">
                {actionWords(line.action)}
              </Text>
              <Text size="sm" component="span">
                {' · '}
                {href ? (
                  <Anchor component={Link} href={href} size="sm">
                    {subjectWords(line)}
                  </Anchor>
                ) : (
                  subjectWords(line)
                )}
              </Text>
              <Change line={line} />
              {line.detail && !isSetting && (
                <Text size="sm" c="dimmed" className="as-written">
                  {keepNumbers(line.words ?? line.detail)}
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed" className={styles.when}>
              <RelativeTime value={line.at} />
            </Text>
          </li>
        );
      })}
    </ul>
  );
}
