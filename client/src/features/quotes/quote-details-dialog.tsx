import { Anchor, Group, Text, Title } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quotes';
import { formatTracking } from '@quickfleet/shared/tracking';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog, DialogFoot } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { HistoryTimeline } from '../../components/history-timeline.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { SignatureImage } from '../../components/signature-image.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { QuoteStatusBadge } from '../../components/status-badge.tsx';
import { SubjectMails } from '../../components/subject-mails.tsx';
import { formatMoney } from '../../lib/format.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKept } from '../../lib/use-kept.ts';
import { QuoteActions } from './quote-actions.tsx';
import { useQuote } from './quote-cache.ts';
import styles from './quote-details.module.css';
import { speedText } from './quote-differences.ts';
import { QuoteItems } from './quote-items.tsx';
import type { QuoteDialog } from './quotes-view.ts';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copyable({
  value,
  what,
  href,
  isNewTab = false,
}: {
  value: string;
  what: string;
  href: string;
  isNewTab?: boolean;
}) {
  return (
    <span className={styles.copyable}>
      <Anchor href={href} inherit {...(isNewTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {value}
      </Anchor>
      <CopyButton value={value} what={what} />
    </span>
  );
}

function Facts({ quote }: { quote: Quote }) {
  const { customer } = quote;
  return (
    <dl className={styles.facts}>
      <Fact label="Customer">
        {customer.name || 'Unknown'}
        {customer.company && (
          <Text component="span" c="dimmed" display="block" size="sm">
            {customer.company}
          </Text>
        )}
      </Fact>
      <Fact label="E-mail">
        <Copyable value={customer.email} what="e-mail address" href={`mailto:${customer.email}`} />
      </Fact>
      <Fact label="Phone">
        {customer.phone ? (
          <Copyable value={customer.phone} what="phone number" href={`tel:${customer.phone.replace(/[^+\d]/g, '')}`} />
        ) : (
          'Not given'
        )}
      </Fact>
      <Fact label="Speed">{speedText(quote)}</Fact>
      <Fact label="Pickup Address">
        <span className="as-written">{quote.pickupAddress}</span>{' '}
        <CopyButton value={quote.pickupAddress} what="pickup address" />
      </Fact>
      <Fact label="Delivery Address">
        <span className="as-written">{quote.deliveryAddress}</span>{' '}
        <CopyButton value={quote.deliveryAddress} what="delivery address" />
      </Fact>
      <Fact label="Price">{formatMoney(quote.price, 'Pending pricing')}</Fact>
      <Fact label="Payment link">
        {quote.paymentUrl ? (
          <Copyable value={quote.paymentUrl} what="payment link" href={quote.paymentUrl} isNewTab />
        ) : (
          'Not set'
        )}
      </Fact>
      <Fact label="Notes">{quote.notes ? <span className="as-written">{quote.notes}</span> : 'None'}</Fact>
      {quote.trackingNumber && (
        <Fact label="Order">
          <span className={styles.copyable}>
            <Anchor component={Link} href={`${paths.adminOrders}?order=${quote.orderId}`} inherit className="mono">
              {formatTracking(quote.trackingNumber)}
            </Anchor>
            <CopyButton value={quote.trackingNumber} what="tracking number" />
          </span>
        </Fact>
      )}
    </dl>
  );
}

function History({ id }: { id: number }) {
  const query = trpc.history.list.useQuery({ subject: 'quote', id });
  if (query.isPending) return <SkeletonRows rows={3} height={40} />;
  if (query.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  return <HistoryTimeline lines={query.data.data} />;
}

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
  if (query.isPending) return <SkeletonRows rows={6} />;
  if (query.isError)
    return (
      <ErrorState
        title={`Quote #${id} could not be loaded`}
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  const quote = query.data;

  return (
    <>
      <Group gap="sm" mb="md">
        <QuoteStatusBadge status={quote.status} />
        <Text size="sm" c="dimmed">
          <RelativeTime value={quote.createdAt} prefix="Requested " />
        </Text>
      </Group>
      <Facts quote={quote} />
      <Title order={3} mt="lg" mb={4}>
        Items
      </Title>
      <QuoteItems items={quote.items} opens="lightbox" hasValues />
      {(quote.signatureUrl || quote.driverSignatureUrl) && (
        <Group mt="lg" gap="lg" align="flex-start">
          {quote.signatureUrl && (
            <SignatureImage
              title="Customer signature"
              url={quote.signatureUrl}
              signer={quote.signatureCustomerName}
              signedAt={quote.signatureCapturedAt}
            />
          )}
          {quote.driverSignatureUrl && (
            <SignatureImage
              title="Driver signature"
              url={quote.driverSignatureUrl}
              signer={quote.driverSignatureName}
              signedAt={quote.driverSignatureCapturedAt}
            />
          )}
        </Group>
      )}
      <Title order={3} mt="lg" mb={4}>
        E-mails
      </Title>
      <SubjectMails subject={{ quoteId: id }} />
      <Title order={3} mt="lg" mb="sm">
        History
      </Title>
      <History id={id} />
      <DialogFoot>
        <QuoteActions quote={quote} onOpen={onOpen} inDetails onRemoved={onClose} />
      </DialogFoot>
    </>
  );
}

interface QuoteDetailsDialogProps {
  id: number | undefined;
  onOpen: (dialog: QuoteDialog, id: number) => void;
  onClose: () => void;
}

/** Everything about one quote: customer, addresses, items, signatures, what happened, and what can be done. */
export function QuoteDetailsDialog({ id, onOpen, onClose }: QuoteDetailsDialogProps) {
  const shown = useKept(id);
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={`Quote #${shown ?? ''}`} size={760}>
      {shown !== undefined && <Content key={shown} id={shown} onOpen={onOpen} onClose={onClose} />}
    </Dialog>
  );
}
