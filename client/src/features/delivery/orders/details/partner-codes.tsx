import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type PartnerCode, readPartnerCode } from '@quickfleet/shared/base/scan/partner-code';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { PARTNER_CODE_MAX, PARTNER_CODES_MAX } from '@quickfleet/shared/limits';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { kindWord, wrongDigitIn } from '../../../../components/order-form/partner-code-values.ts';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { codeOf, messageOf } from '../../../../lib/api/error-message.ts';
import { useAuth } from '../../../../lib/api/session.tsx';
import { showError } from '../../../../lib/toast.ts';
import { useRefreshOrders, useUpdateOrder } from '../change/order-mutations.ts';

type Written = Pick<PartnerCode, 'code' | 'parcel'> & { kind?: PartnerCode['kind'] };

/** What was typed or scanned as the next code; with a wrong check digit it is first said, and then kept as it is. */
function NewCode({ onAdd, isPending }: { onAdd: (code: Written) => Promise<boolean>; isPending: boolean }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const add = async (code: Written) => {
    setWrong(undefined);
    if (await onAdd(code)) setTyped('');
  };
  const take = () => {
    const code = typed.trim();
    if (!readPartnerCode(code) || isPending) return;
    if (wrongDigitIn({ code })) setWrong(code);
    else void add({ code, parcel: null });
  };
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('Add a code')}
          placeholder={t('Scan or type it')}
          value={typed}
          maxLength={PARTNER_CODE_MAX}
          autoComplete="off"
          dir="ltr"
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            take();
          }}
          error={wrong !== undefined && wrongDigitIn({ code: wrong })}
        />
        {wrong === undefined && (
          <Button variant="default" onClick={take} loading={isPending}>
            {t('Add (verb)')}
          </Button>
        )}
      </Group>
      {wrong !== undefined && (
        <Button
          variant="subtle"
          w="fit-content"
          onClick={() => void add({ code: wrong, kind: 'other', parcel: null })}
          loading={isPending}
        >
          {t('Keep it as it is')}
        </Button>
      )}
    </Stack>
  );
}

/** What other companies print on the parcels: read by everyone, added and removed by who may change the order. */
export function PartnerCodes({ order }: { order: Order }) {
  const { user } = useAuth();
  const update = useUpdateOrder();
  const refresh = useRefreshOrders();
  const mayChange = can(user?.role, 'orders.update') && isOpenOrder(order.status);
  const codes = order.partnerCodes;
  const save = async (partnerCodes: Written[]) => {
    try {
      await update.mutateAsync({ id: order.id, version: order.version, partnerCodes });
      return true;
    } catch (error) {
      // Other failures have their toast; the driver may have scanned a code in the meantime.
      if (codeOf(error) === 'STALE_VERSION') {
        showError(t('Update Failed'), messageOf(error));
        await refresh();
      }
      return false;
    }
  };
  return (
    <Stack gap="xs">
      {codes.map((one) => (
        <Group key={one.code} gap={4} wrap="nowrap">
          <Text span className="mono" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {one.code}
          </Text>
          <Text span size="sm" c="dimmed" style={{ flex: 'none' }}>
            {kindWord(one.kind)}
          </Text>
          {one.parcel !== null && (
            <Text span size="sm" c="dimmed" style={{ flex: 'none' }}>
              {t('Parcel {parcel}', { parcel: one.parcel })}
            </Text>
          )}
          <CopyButton value={one.code} what={t('code (to copy)')} />
          {mayChange && (
            <ActionIcon
              aria-label={t('Remove the code {code}', { code: one.code })}
              onClick={() => void save(codes.filter((other) => other !== one))}
              disabled={update.isPending}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {mayChange && codes.length < PARTNER_CODES_MAX && (
        <NewCode isPending={update.isPending} onAdd={(code) => save([...codes, code])} />
      )}
    </Stack>
  );
}
