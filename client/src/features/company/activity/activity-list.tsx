import { Anchor, Text, UnstyledButton } from '@mantine/core';
import type { ActivityLine } from '@quickfleet/shared/company/activity';
import { actionWords } from '@quickfleet/shared/company/history-words';
import { Link } from 'wouter';
import list from '../../../components/lists/list.module.css';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import styles from './activity.module.css';
import { subjectHref, subjectWords } from './activity-links.ts';

const VALUE_MAX = 160;
const short = (value: string | null): string => {
  if (value === null || value === '') return 'none';
  return value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value;
};

/** What it was and is: of a setting with its name, of anything else the two states. */
function Change({ line }: { line: ActivityLine }) {
  // A secret has neither: its line says only that it changed.
  if (line.from === null && line.to === null) return null;
  return (
    <Text size="sm" className="as-written">
      {line.field && <Text component="span" size="sm" className="mono">{`${line.field}: `}</Text>}
      {short(line.from)} → {short(line.to)}
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
                  {line.actor}
                </Text>
              ) : (
                <UnstyledButton
                  className={styles.actor}
                  onClick={() => onActor(line)}
                  aria-label={`Show only what ${line.actor} did`}
                >
                  {line.actor}
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
                  {line.detail}
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
