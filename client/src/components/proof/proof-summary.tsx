import { Text } from '@mantine/core';
import { mergeRules, type ProofRules } from '@quickfleet/shared/company/proof/proof-demands';
import { t } from '@quickfleet/shared/words/t';
import { asSetBy, type ProofLevel, stopInWords } from '../../lib/words/proof-words.ts';

/** What the two stops ask for, a line each. */
export function ProofLines({ rules }: { rules: ProofRules }) {
  return (
    <div>
      <Text size="sm">{t('Pickup: {stop}', { stop: stopInWords(rules.pickup) })}</Text>
      <Text size="sm">{t('Delivery: {stop}', { stop: stopInWords(rules.delivery) })}</Text>
    </div>
  );
}

/** The rules that result from all levels, and which level set them last. */
export function ProofSummary({ levels }: { levels: readonly ProofLevel[] }) {
  const rules = mergeRules(levels.map((level) => level.rules));
  const last = levels.findLast(({ rules: given }) =>
    Object.values(given ?? {}).some((stop) => stop && Object.keys(stop).length > 0),
  );
  const source = last?.who === 'order' ? t('Set for this order only') : last ? asSetBy(last.who) : t('Default rules');
  return (
    <div>
      <ProofLines rules={rules} />
      <Text size="sm" c="dimmed">
        {source}
      </Text>
    </div>
  );
}
