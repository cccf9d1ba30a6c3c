import { Group, Text } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import { REPLAY_QUOTES } from '@quickfleet/shared/limits';
import type { Replay } from '@quickfleet/shared/quoting/estimates';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { formatCount } from '../../../../lib/words/format.ts';

/** '4 % above on average'. */
const differenceWords = (percent: number): string => {
  const size = Math.abs(percent);
  if (size < 0.05) return 'the same on average';
  return `${size} % ${percent > 0 ? 'above' : 'below'} on average`;
};
function replayWords({ compared, skipped, averagePercent, withinRange }: Replay): string {
  if (averagePercent === null)
    return skipped === 0 ? 'No quotes have been paid yet.' : 'The rules have no price for any paid quote.';
  const left = skipped === 0 ? '' : ` The rules have no price for ${formatCount(skipped, 'more')}.`;
  return `${formatCount(compared, 'paid quote')} would have been ${differenceWords(averagePercent)}. ${withinRange} of ${compared} prices are within the range.${left}`;
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
        Try on the last {REPLAY_QUOTES} paid quotes
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
