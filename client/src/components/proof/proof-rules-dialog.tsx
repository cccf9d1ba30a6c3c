import { Button } from '@mantine/core';
import type { ProofRulesIn } from '@quickfleet/shared/company/proof/proof-rules';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { isWithoutRules, type ProofLevel } from '../../lib/words/proof-words.ts';
import { Dialog } from '../feedback/dialog/dialog.tsx';
import { DialogForm } from '../feedback/dialog/dialog-form.tsx';
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
    <DialogForm
      // The mutation says itself what went wrong, and the dialog stays.
      onSubmit={() => void save().catch(() => undefined)}
      onCancel={onClose}
      send={t('Save rules')}
      isPending={isSaving}
    >
      <ProofRulesFields value={value} levels={levels} onChange={setValue} />
    </DialogForm>
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
      <Dialog opened={isOpen} onClose={close} title={t('Proof rules of {of}', { of: props.of })} size="xl">
        <RulesForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}
