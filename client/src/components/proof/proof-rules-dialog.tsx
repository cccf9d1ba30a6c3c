import { Button, Group } from '@mantine/core';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { isWithoutRules, type ProofLevel } from '../../lib/words/proof-words.ts';
import { Dialog, DialogFooter } from '../feedback/dialog/dialog.tsx';
import { ProofRulesFields } from './proof-rules-fields.tsx';

interface ProofRulesDialogProps {
  /** The owner of the rules: 'this customer', 'this order'. */
  of: string;
  /** The levels that these rules override. */
  levels: readonly ProofLevel[];
  rules: ProofRulesIn | null;
  isSaving: boolean;
  /** Resolves when it is saved. */
  onSave: (rules: ProofRulesIn | null) => Promise<unknown>;
}

function RulesForm({ levels, rules, isSaving, onSave, onClose }: ProofRulesDialogProps & { onClose: () => void }) {
  const [value, setValue] = useState<ProofRulesIn>(rules ?? {});
  const save = async () => {
    await onSave(isWithoutRules(value) ? null : value);
    onClose();
  };
  return (
    <>
      <ProofRulesFields value={value} levels={levels} onChange={setValue} />
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            loading={isSaving}
            onClick={() => {
              // The mutation says itself what went wrong, and the dialog stays.
              save().catch(() => undefined);
            }}
          >
            {t('Save rules')}
          </Button>
        </Group>
      </DialogFooter>
    </>
  );
}

/** A button that opens the proof rules of a customer or an order. */
export function ProofRulesButton(props: ProofRulesDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {t('Proof rules')}
      </Button>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={t('Proof rules of {of}', { of: props.of })}
        size="xl"
        closeOnClickOutside={false}
      >
        <RulesForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}
