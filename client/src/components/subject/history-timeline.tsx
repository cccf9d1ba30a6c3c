import { Badge, Text, Timeline } from '@mantine/core';
import type { HistoryLine } from '@quickfleet/shared/company/history/history';
import { actionWords, actorWords } from '@quickfleet/shared/company/history/history-words';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { RelativeTime } from '../text/relative-time.tsx';

const means: Partial<Record<HistoryLine['actorKind'], string>> = { key: t('API key'), system: t('automatic') };

/** Who did what, and when; newest first. */
export function HistoryTimeline({ lines }: { lines: readonly HistoryLine[] }) {
  return (
    <Timeline bulletSize={14} lineWidth={2} active={lines.length} aria-label={t('History')}>
      {lines.toReversed().map((line) => (
        <Timeline.Item
          key={line.id}
          title={
            <Text component="span" size="sm" fw={600}>
              {actionWords(line.action)}
            </Text>
          }
        >
          {line.detail && (
            <Text size="sm" className="as-written">
              {keepNumbers(line.words ?? line.detail)}
            </Text>
          )}
          <Text size="xs" c="dimmed" component="div">
            {actorWords(line)}
            {means[line.actorKind] && (
              <Badge component="span" size="xs" variant="outline" color="gray" ml={6}>
                {means[line.actorKind]}
              </Badge>
            )}
            {' · '}
            <RelativeTime value={line.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
