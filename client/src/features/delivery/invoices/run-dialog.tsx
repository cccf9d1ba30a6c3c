import { List, SimpleGrid, Text, TextInput } from '@mantine/core';
import { addDays } from '@quickfleet/shared/base/time/zoned-time';
import type { InvoiceRun } from '@quickfleet/shared/delivery/invoices/invoices';
import { runInvoices } from '@quickfleet/shared/delivery/invoices/invoices';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { DialogForm } from '../../../components/feedback/dialog/dialog-form.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { todayInZone } from '../../../lib/words/format.ts';
import { useRunInvoices } from './invoices-mutations.ts';

/** The month that is over: what is invoiced most often. */
function lastMonth(): { from: string; to: string } {
  const to = addDays(`${todayInZone().slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** What was delivered and cannot be invoiced yet, with the reason. */
function LeftOut({ leftOut }: Pick<InvoiceRun, 'leftOut'>) {
  return (
    <>
      <Text size="sm">{t('These deliveries are on no draft: they have no price or no customer.')}</Text>
      <List size="sm">
        {leftOut.map(({ orderId, trackingNumber, reason }) => (
          <List.Item key={orderId}>
            {formatTracking(trackingNumber)}: {reason === 'no_price' ? t('no price') : t('no customer')}
          </List.Item>
        ))}
      </List>
    </>
  );
}

interface RunProps {
  onClose: () => void;
  /** Closes it too: there are drafts to look at. */
  onMade: () => void;
}
function RunForm({ onClose, onMade }: RunProps) {
  const run = useRunInvoices();
  const [leftOut, setLeftOut] = useState<InvoiceRun['leftOut']>([]);
  const { form, onSend } = useZodForm(runInvoices, lastMonth());
  const leave = (isMade: boolean) => (isMade ? onMade() : onClose());
  const send = async (input: { from: string; to: string }) => {
    const done = await run.mutateAsync(input);
    setLeftOut(done.leftOut);
    if (done.leftOut.length === 0) leave(done.data.length > 0);
  };
  return (
    <DialogForm
      onSubmit={onSend(send)}
      onCancel={() => leave((run.data?.data.length ?? 0) > 0)}
      cancel={leftOut.length > 0 ? t('Close') : t('Cancel')}
      send={t('Make drafts')}
      sending={t('Making drafts...')}
      isPending={run.isPending}
    >
      <Text size="sm" c="dimmed">
        {t('What was delivered in these days and is on no invoice yet, a draft for each customer.')}
      </Text>
      <SimpleGrid cols={2}>
        <TextInput key={form.key('from')} type="date" label={t('First day')} {...form.getInputProps('from')} />
        <TextInput key={form.key('to')} type="date" label={t('Last day')} {...form.getInputProps('to')} />
      </SimpleGrid>
      {leftOut.length > 0 && <LeftOut leftOut={leftOut} />}
    </DialogForm>
  );
}

/** Makes drafts of the deliveries of some days. */
export function RunDialog({ opened, ...how }: RunProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={how.onClose} title={t('Invoice deliveries')} size="md">
      <RunForm {...how} />
    </Dialog>
  );
}
