import { Button, Stack } from '@mantine/core';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { t } from '@quickfleet/shared/words/t';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isWithoutRules, type ProofLevel } from '../../lib/words/proof-words.ts';
import { ProofRulesFields } from './proof-rules-fields.tsx';
import { ProofSummary } from './proof-summary.tsx';

interface ProofRulesFieldProps {
  value: ProofRulesIn | null;
  /** The levels that this order overrides. */
  levels: readonly ProofLevel[];
  onChange: (value: ProofRulesIn | null) => void;
}

/** An order's proof rules within its form: a summary, and the choices once opened. */
export function ProofRulesField({ value, levels, onChange }: ProofRulesFieldProps) {
  const fieldsId = useId();
  const [isOpen, setOpen] = useState(value !== null);
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="xs" align="flex-start">
      <ProofSummary levels={[...levels, { who: 'order', rules: value }]} />
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        rightSection={<Icon size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('Change the rules')}
      </Button>
      <div id={fieldsId} hidden={!isOpen} style={{ width: '100%' }}>
        {isOpen && (
          <ProofRulesFields
            value={value ?? {}}
            levels={levels}
            onChange={(rules) => onChange(isWithoutRules(rules) ? null : rules)}
          />
        )}
      </div>
    </Stack>
  );
}
