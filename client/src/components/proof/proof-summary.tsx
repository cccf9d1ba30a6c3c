import { Text } from '@mantine/core';
import { mergeRules, type ProofRules } from '@quickfleet/shared/company/proof-demands';
import { type ProofLevel, stopInWords } from '../../lib/words/proof-words.ts';

/** What the two stops ask for, a line each. */
export function ProofLines({ rules }: { rules: ProofRules }) {
  return (
    <div>
      <Text size="sm">Pickup: {stopInWords(rules.pickup)}</Text>
      <Text size="sm">Delivery: {stopInWords(rules.delivery)}</Text>
    </div>
  );
}

/** The same as it follows from who said what; the last level that says anything is named. */
export function ProofSummary({ levels }: { levels: readonly ProofLevel[] }) {
  const rules = mergeRules(levels.map((level) => level.rules));
  const last = levels.findLast(({ rules: said }) =>
    Object.values(said ?? {}).some((stop) => stop && Object.keys(stop).length > 0),
  );
  const whose = last?.who === 'the order' ? 'Said for this order alone' : last ? `As ${last.who} has it` : 'As usual';
  return (
    <div>
      <ProofLines rules={rules} />
      <Text size="sm" c="dimmed">
        {whose}
      </Text>
    </div>
  );
}
