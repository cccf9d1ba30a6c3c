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

/** The rules that result from all levels, and which level set them last. */
export function ProofSummary({ levels }: { levels: readonly ProofLevel[] }) {
  const rules = mergeRules(levels.map((level) => level.rules));
  const last = levels.findLast(({ rules: given }) =>
    Object.values(given ?? {}).some((stop) => stop && Object.keys(stop).length > 0),
  );
  const source =
    last?.who === 'the order' ? 'Set for this order only' : last ? `As set by ${last.who}` : 'Default rules';
  return (
    <div>
      <ProofLines rules={rules} />
      <Text size="sm" c="dimmed">
        {source}
      </Text>
    </div>
  );
}
