import { Group, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { Dialog, DialogFooter } from '../../../../components/feedback/dialog/dialog.tsx';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { Steady } from '../../../../components/feedback/steady.tsx';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { OfficeNotes } from '../../../../components/subject/office-notes.tsx';
import { SubjectHistory } from '../../../../components/subject/subject-history.tsx';
import { SubjectMails } from '../../../../components/subject/subject-mails.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { QuoteStatusBadge } from '../../../../components/text/status-badge.tsx';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';
import { useClickGuard } from '../../../../lib/live/use-click-guard.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { QuoteChips } from '../list/quote-chips.tsx';
import type { QuoteDialog } from '../list/quotes-view.ts';
import { QuoteActions } from '../work/quote-actions.tsx';
import { useQuote } from '../work/quote-cache.ts';
import { QuoteAgreement } from './quote-agreement.tsx';
import { QuoteFacts } from './quote-facts.tsx';
import { QuoteItems } from './quote-items.tsx';

function Content({
  id,
  onOpen,
  onClose,
}: {
  id: number;
  onOpen: (dialog: QuoteDialog, id: number) => void;
  onClose: () => void;
}) {
  const query = useQuote(id);
  const hasMoved = useClickGuard(`${id} ${query.data?.status} ${query.data?.price}`);
  if (!query.isSuccess)
    return <QueryState query={query} title={t('Quote #{id} could not be loaded', { id })} rows={6} />;
  const quote = query.data;

  return (
    <>
      <Group gap="sm" mb="md">
        <QuoteStatusBadge status={quote.status} />
        <QuoteChips quote={quote} size="md" />
        {quote.reference && (
          <Group gap={2}>
            <Text size="sm" className="mono">
              {quote.reference}
            </Text>
            <CopyButton value={quote.reference} what={t('reference')} />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {rich('Requested {when}', { when: <RelativeTime value={quote.createdAt} /> })}
        </Text>
      </Group>
      <QuoteFacts quote={quote} />
      <Title order={3} mt="lg" mb={4}>
        {t('Items')}
      </Title>
      <QuoteItems items={quote.items} opens="lightbox" hasValues currency={quote.currency} />
      {(quote.signatureUrl || quote.driverSignatureUrl) && (
        <Group mt="lg" gap="lg" align="flex-start">
          {quote.signatureUrl && (
            <SignatureImage
              title={t('Customer signature')}
              url={quote.signatureUrl}
              signer={quote.signatureCustomerName}
              signedAt={quote.signatureCapturedAt}
            />
          )}
          {quote.driverSignatureUrl && (
            <SignatureImage
              title={t('Driver signature')}
              url={quote.driverSignatureUrl}
              signer={quote.driverSignatureName}
              signedAt={quote.driverSignatureCapturedAt}
            />
          )}
        </Group>
      )}
      <QuoteAgreement quote={quote} onOpen={onOpen} />
      <Title order={3} mt="lg" mb={4}>
        {t('Office notes')}
      </Title>
      <OfficeNotes subject="quote" id={id} />
      <Title order={3} mt="lg" mb={4}>
        {t('E-mails')}
      </Title>
      <SubjectMails subject={{ quoteId: id }} />
      <Title order={3} mt="lg" mb="sm">
        {t('History')}
      </Title>
      <SubjectHistory subject="quote" id={id} />
      <DialogFooter>
        <Steady isGuarded={hasMoved} style={{ display: 'contents' }}>
          <QuoteActions quote={quote} onOpen={onOpen} inDetails onRemoved={onClose} />
        </Steady>
      </DialogFooter>
    </>
  );
}

interface QuoteDetailsDialogProps {
  id: number | undefined;
  onOpen: (dialog: QuoteDialog, id: number) => void;
  onClose: () => void;
  neighbours?: ReactNode;
}

/** Everything about one quote: customer, addresses, items, signatures, what happened, and what can be done. */
export function QuoteDetailsDialog({ id, onOpen, onClose, neighbours }: QuoteDetailsDialogProps) {
  const shown = usePrevious(id);
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={t('Quote #{id}', { id: shown ?? '' })} size={760}>
      {neighbours}
      {shown !== undefined && <Content key={shown} id={shown} onOpen={onOpen} onClose={onClose} />}
    </Dialog>
  );
}
