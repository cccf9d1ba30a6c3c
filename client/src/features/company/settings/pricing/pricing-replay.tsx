import { Group, Text } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { REPLAY_QUOTES } from '@quickfleet/shared/limits';
import type { Replay } from '@quickfleet/shared/quoting/estimates';
import { t } from '@quickfleet/shared/words/t';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';

/** '4 % above on average'. */
const differenceWords = (percent: number): string => {
  const size = Math.abs(percent);
  if (size < 0.05) return t('the same on average');
  return t('{size} % {percent, select, yes {above} other {below}} on average', {
    size,
    percent: percent > 0 ? 'yes' : 'no',
  });
};
function replayWords({ compared, skipped, averagePercent, withinRange }: Replay): string {
  if (averagePercent === null)
    return skipped === 0 ? t('No quotes have been paid yet.') : t('The rules have no price for any paid quote.');
  const left = skipped === 0 ? '' : t(' The rules have no price for {count} more.', { count: skipped });
  return t(
    '{count, plural, one {# paid quote} other {# paid quotes}} would have been {difference}. {withinRange} of {count} prices are within the range.{left}',
    { count: compared, difference: differenceWords(averagePercent), withinRange, left },
  );
}

/** Tries the rules, saved or not, on what was paid. */
export function PricingReplay({ rules }: { rules: CompanySettingsView['pricing'] }) {
  const replay = trpc.estimates.replay.useMutation();
  return (
    <Group gap="sm">
      <PendingButton
        variant="default"
        size="xs"
        isPending={replay.isPending}
        onClick={() => replay.mutate({ pricing: rules })}
      >
        {t('Try on the last {count} paid quotes', { count: REPLAY_QUOTES })}
      </PendingButton>
      <Text size="sm" role="status" flex="1 1 220px">
        {replay.isError && (
          <Text span inherit c="var(--mantine-color-error)">
            {messageOf(replay.error)}
          </Text>
        )}
        {replay.data && replayWords(replay.data)}
      </Text>
    </Group>
  );
}
