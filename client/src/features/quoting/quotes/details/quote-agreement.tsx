import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconCalendarRepeat, IconCurrencyDollar, IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PendingButton } from '../../../../components/feedback/pending-button.tsx';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';
import { canDecideOnBehalf, canRenew, canReprice, validWords } from '../fields/quote-outcome.ts';
import type { QuoteDialog } from '../list/quotes-view.ts';
import { useRenewQuote } from '../work/agreement-mutations.ts';
import { CustomerLink } from './customer-link.tsx';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import { PriceLines } from './price-lines.tsx';
import { QuotePayments } from './quote-payments.tsx';
import { QuoteQuestions } from './quote-questions.tsx';
import { QuoteVersions } from './quote-versions.tsx';

/** Who agreed to which version, when and from where: frozen at that moment. */
function Acceptance({ acceptance }: { acceptance: NonNullable<Quote['acceptance']> }) {
  const { name, at, revision, onBehalf, by, reason, address, signatureUrl } = acceptance;
  return (
    <Box px={14} py={10} bg="var(--qf-active-bg)" bdrs="md">
      <Text size="sm">
        {address
          ? rich('{name} accepted version {revision} on {when}, from {address}.', {
              name: <strong>{name}</strong>,
              revision,
              when: formatDateTime(at),
              address,
            })
          : rich('{name} accepted version {revision} on {when}.', {
              name: <strong>{name}</strong>,
              revision,
              when: formatDateTime(at),
            })}
      </Text>
      {onBehalf && (
        <Text size="sm">
          {reason
            ? t('Noted by {name} on behalf of the customer: {reason}', { name: by ?? t('the office'), reason })
            : t('Noted by {name} on behalf of the customer.', { name: by ?? t('the office') })}
        </Text>
      )}
      {signatureUrl && <SignatureImage title={t('Signature')} url={signatureUrl} signer={name} signedAt={at} />}
    </Box>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mt="lg" mb={6}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** What of the agreement there is: open questions first, then price, acceptance, payment, versions and the link. */
export function QuoteAgreement({ quote, onOpen }: { quote: Quote; onOpen: (dialog: QuoteDialog, id: number) => void }) {
  const { id, lines, total, taxTotal, currency, pricesIncludeTax, validUntil, terms, acceptance } = quote;
  const { questions = [], revisions = [], outcome, outcomeReason } = quote;
  const [decision, setDecision] = useState<Decision>();
  const renewal = useRenewQuote();
  const isPriced = total !== null && lines.length > 0;
  return (
    <>
      {questions.length > 0 && (
        <Part title={t('Questions')}>
          <QuoteQuestions quoteId={id} questions={questions} />
        </Part>
      )}
      {isPriced && (
        <Part title={t('Agreement')}>
          <Stack gap="sm">
            {outcome && (
              <Text size="sm" fw={600}>
                {outcome === 'declined' ? t('Declined') : t('Expired')}
                {outcomeReason ? `: ${outcomeReason}` : ''}
              </Text>
            )}
            <PriceLines {...{ lines, total, taxTotal, currency, pricesIncludeTax }} />
            {validUntil && (
              <Text size="sm" c="dimmed">
                {validWords(validUntil)}
              </Text>
            )}
            {terms && (
              <Text size="sm" className="as-written">
                {keepNumbers(terms)}
              </Text>
            )}
            {acceptance && <Acceptance acceptance={acceptance} />}
            <Group gap="xs">
              {canReprice(quote) && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCurrencyDollar size={16} aria-hidden />}
                  onClick={() => onOpen('price', id)}
                >
                  {t('Change price…')}
                </Button>
              )}
              {canRenew(quote) && (
                <PendingButton
                  size="xs"
                  variant="default"
                  isPending={renewal.isPending}
                  leftSection={<IconCalendarRepeat size={16} aria-hidden />}
                  onClick={() => renewal.mutate({ id })}
                >
                  {t('Renew')}
                </PendingButton>
              )}
              {canDecideOnBehalf(quote) && (
                <>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconThumbUp size={16} aria-hidden />}
                    onClick={() => setDecision('accept')}
                  >
                    {t('Accept on behalf…')}
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconThumbDown size={16} aria-hidden />}
                    onClick={() => setDecision('decline')}
                  >
                    {t('Decline on behalf…')}
                  </Button>
                </>
              )}
            </Group>
          </Stack>
        </Part>
      )}
      {isPriced && (
        <Part title={t('Payment')}>
          <QuotePayments quote={quote} />
        </Part>
      )}
      {revisions.length > 0 && (
        <Part title={t('Versions')}>
          <QuoteVersions revisions={revisions} quote={quote} />
        </Part>
      )}
      {quote.customerUrl && (
        <Part title={t("Customer's page")}>
          <CustomerLink quote={quote} />
        </Part>
      )}
      <DecideDialog quote={quote} decision={decision} onClose={() => setDecision(undefined)} />
    </>
  );
}
