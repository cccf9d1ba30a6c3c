import { Alert, List, Text } from '@mantine/core';
import type { OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import { t } from '@quickfleet/shared/words/t';
import { IconShieldExclamation } from '@tabler/icons-react';
import { DialogOf } from '../../../../components/feedback/dialog/dialog.tsx';
import { ReasonForm } from './reason-form.tsx';

/** A move that was refused because proof is missing: each kind in words. */
export interface Refused {
  to: OrderStatus;
  missing: readonly string[];
}

interface OverrideDialogProps {
  number: string;
  refused: Refused | undefined;
  isSaving: boolean;
  onClose: () => void;
  onOverride: (refused: Refused, reason: string) => void;
}

/** Lists the missing proof of an order; staff may accept it anyway with a reason. */
export function OverrideDialog(props: OverrideDialogProps) {
  const { refused, number, onClose } = props;
  return (
    <DialogOf
      of={refused}
      onClose={onClose}
      title={(shown) =>
        t('{number} cannot be marked as {status, select, in_transit {in transit} other {delivered}} yet', {
          number,
          status: shown.to,
        })
      }
      size="md"
    >
      {(shown) => (
        <ReasonForm
          label={t('Reason to accept it without')}
          description={t('The reason stays in the order’s history, with your name, and is part of its evidence.')}
          action={t('Do it anyway')}
          isSaving={props.isSaving}
          onClose={onClose}
          onSubmit={(reason) => props.onOverride(shown, reason)}
        >
          <Alert color="amber" icon={<IconShieldExclamation aria-hidden />} title={t('Required proof is missing')}>
            <Text size="sm">{t('Missing:')}</Text>
            <List size="sm" aria-label={t('Missing proof')}>
              {shown.missing.map((kind) => (
                <List.Item key={kind}>{kind}</List.Item>
              ))}
            </List>
          </Alert>
        </ReasonForm>
      )}
    </DialogOf>
  );
}
