import { Button, Group } from '@mantine/core';
import { formatAmount, isNothing, unitsOf } from '@quickfleet/shared/base/money/money';
import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { inNewTab, invoicePaperHref, invoiceXmlHref } from '../../../lib/addresses/paper-links.ts';
import {
  useDeleteInvoice,
  useGrantDiscount,
  useIssueInvoice,
  useRemind,
  useSendInvoice,
} from './invoices-mutations.ts';
import { CreditDialog, PayDialog } from './money-dialogs.tsx';

function DraftActions({ invoice: { id, version }, onGone }: { invoice: Invoice; onGone: () => void }) {
  const issue = useIssueInvoice();
  const remove = useDeleteInvoice();
  const { confirm, confirmDialog } = useConfirm();
  const askToIssue = async () => {
    const isSure = await confirm({
      title: t('Issue this invoice?'),
      text: t('It gets its number and stays as it is. What is wrong later is corrected by a credit note.'),
      action: t('Issue invoice'),
      isDanger: false,
    });
    if (isSure) issue.mutate({ id, version });
  };
  const askToDelete = async () => {
    const isSure = await confirm({
      title: t('Delete this draft?'),
      text: t('Its deliveries can be invoiced again.'),
      action: t('Delete draft'),
    });
    if (isSure) remove.mutate({ id }, { onSuccess: onGone });
  };
  return (
    <>
      <PendingButton isPending={issue.isPending} onClick={() => void askToIssue()}>
        {t('Issue')}
      </PendingButton>
      <PendingButton variant="default" color="red" isPending={remove.isPending} onClick={() => void askToDelete()}>
        {t('Delete draft')}
      </PendingButton>
      {confirmDialog}
    </>
  );
}

/** What payments leave, where it is no more than the discount whose days are over. */
function GrantDiscount({ invoice: { id, version, earlyPayment, paid, due, currency } }: { invoice: Invoice }) {
  const grant = useGrantDiscount();
  const { confirm, confirmDialog } = useConfirm();
  const rest = unitsOf(due, currency);
  if (earlyPayment === null || isNothing(paid) || rest <= 0n || rest > unitsOf(earlyPayment.discount, currency))
    return null;
  const amount = formatAmount(due, currency);
  const ask = async () => {
    const isSure = await confirm({
      title: t('Take {amount} off as the discount?', { amount }),
      text: t('Its days are over. The invoice is paid then, and net and taxes of this month are less.'),
      action: t('Take it off'),
      isDanger: false,
    });
    if (isSure) grant.mutate({ id, version });
  };
  return (
    <>
      <PendingButton variant="default" isPending={grant.isPending} onClick={() => void ask()}>
        {t('Take {amount} off', { amount })}
      </PendingButton>
      {confirmDialog}
    </>
  );
}

function IssuedActions({ invoice }: { invoice: Invoice }) {
  const { id, version, kind, state, isOverdue, sentAt, xmlProblems, number } = invoice;
  const send = useSendInvoice();
  const remind = useRemind();
  const [dialog, setDialog] = useState<'pay' | 'credit'>();
  const close = () => setDialog(undefined);
  const isInvoice = kind === 'invoice';
  const file = (end: string) => ({ href: end, download: number ?? true });
  return (
    <>
      <PendingButton
        variant={sentAt === null ? 'filled' : 'default'}
        isPending={send.isPending}
        onClick={() => send.mutate({ id, version })}
      >
        {sentAt === null ? t('Send') : t('Send again')}
      </PendingButton>
      {isInvoice && (
        <Button variant="default" onClick={() => setDialog('pay')}>
          {t('Note payment')}
        </Button>
      )}
      {isInvoice && <GrantDiscount invoice={invoice} />}
      {isOverdue && (
        <PendingButton variant="default" isPending={remind.isPending} onClick={() => remind.mutate({ id, version })}>
          {t('Remind')}
        </PendingButton>
      )}
      <Button variant="default" href={invoicePaperHref(id)} {...inNewTab}>
        {t('PDF')}
      </Button>
      {xmlProblems.length === 0 && (
        <>
          <Button variant="default" component="a" {...file(invoiceXmlHref(id, 'cii'))}>
            {t('XML (CII)')}
          </Button>
          <Button variant="default" component="a" {...file(invoiceXmlHref(id, 'ubl'))}>
            {t('XML (UBL)')}
          </Button>
        </>
      )}
      {isInvoice && state !== 'credited' && (
        <Button variant="default" color="red" onClick={() => setDialog('credit')}>
          {t('Credit')}
        </Button>
      )}
      <PayDialog invoice={invoice} opened={dialog === 'pay'} onClose={close} />
      <CreditDialog invoice={invoice} opened={dialog === 'credit'} onClose={close} />
    </>
  );
}

/** What can be done with an invoice now. */
export function InvoiceActions({ invoice, onGone }: { invoice: Invoice; onGone: () => void }) {
  return (
    <Group gap="xs">
      {invoice.state === 'draft' ? (
        <DraftActions invoice={invoice} onGone={onGone} />
      ) : (
        <IssuedActions invoice={invoice} />
      )}
    </Group>
  );
}
