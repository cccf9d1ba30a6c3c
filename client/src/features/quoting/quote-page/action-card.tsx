import { Button, Card, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { BankAccount } from '@quickfleet/shared/company/bank-account';
import { paths } from '@quickfleet/shared/paths';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { t } from '@quickfleet/shared/words/t';
import { IconCreditCard, IconMapPin } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/words/format.ts';
import { AcceptForm } from './forms/accept-form.tsx';
import { DeclineForm } from './forms/decline-form.tsx';
import type { FormName } from './forms/page-form.tsx';
import styles from './quote-page.module.css';
import type { QuoteState } from './quote-words.ts';

export interface ActionCardProps {
  token: string | undefined;
  quote: CustomerQuote;
  standing: QuoteState;
  /** What is being sent, and what went wrong, by form. */
  pending: FormName | undefined;
  problems: Partial<Record<FormName, string>>;
  typed: Partial<Record<FormName, string>>;
  onAccept: (input: { name: string; signature: Blob | undefined }) => void;
  onDecline: (reason: string) => void;
}

/** For who sees a customer's quotes and may not decide about them. */
function OthersDecide() {
  return (
    <Text>{t('You can see this quote, but not decide about it. If you should, ask us to change your role.')}</Text>
  );
}

function Decide({ token, quote, pending, problems, typed, onAccept, onDecline }: ActionCardProps) {
  return (
    <>
      <Title order={2} size="h3" mb="md" id="accept" tabIndex={-1}>
        {t('Accept this quote')}
      </Title>
      {quote.acceptsByMail ? (
        <Text>
          {t(
            'This quote is billed to your account. To accept it, please open the link in the e-mail that we sent you, so that no one else can order in your name.',
          )}
        </Text>
      ) : (
        <AcceptForm
          token={token}
          quote={quote}
          typed={typed.accept}
          problem={problems.accept}
          isPending={pending === 'accept'}
          onAccept={onAccept}
        />
      )}
      <div className={styles.folds}>
        <details className={styles.more} open={problems.decline !== undefined || undefined}>
          <summary>{t('Not right for you? Decline')}</summary>
          <div className={styles.inside}>
            <DeclineForm
              token={token}
              revision={quote.revision}
              typed={typed.decline}
              problem={problems.decline}
              isPending={pending === 'decline'}
              onDecline={onDecline}
            />
          </div>
        </details>
      </div>
    </>
  );
}

/** Where a transfer goes, and what it is to say. */
function BankFacts({ account, reference }: { account: BankAccount; reference: string }) {
  const facts = [
    [t('Account holder'), account.holder],
    ['IBAN', account.iban],
    ['BIC', account.bic],
    [t('Bank'), account.bankName],
    [t('Reference'), reference],
  ] as const;
  return (
    <dl className={styles.bank}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi dir={name === 'IBAN' || name === 'BIC' ? 'ltr' : 'auto'}>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Pay({ quote }: { quote: CustomerQuote }) {
  const amount = formatAmount(quote.payment.open, quote.currency);
  return (
    <>
      <Title order={2} size="h3" mb={4}>
        {t('Payment')}
      </Title>
      {quote.paymentUrl ? (
        <>
          <Text c="dimmed" mb="md">
            {t('Opens our payment page. This page updates when your payment arrives.')}
          </Text>
          <Button
            component="a"
            href={quote.paymentUrl}
            rel="noopener noreferrer"
            size="lg"
            fullWidth
            leftSection={<IconCreditCard size={20} aria-hidden />}
          >
            {t('Pay {amount}', { amount })}
          </Button>
        </>
      ) : quote.bankAccount ? (
        <>
          <Text c="dimmed" mb="sm">
            {t('Please transfer {amount}. This page updates when your payment arrives.', { amount })}
          </Text>
          <BankFacts account={quote.bankAccount} reference={quote.reference} />
        </>
      ) : (
        <Text c="dimmed">{t("We'll e-mail you payment instructions for {amount}.", { amount })}</Text>
      )}
    </>
  );
}

/** The one thing to do now, if there is one. */
export function ActionCard(props: ActionCardProps) {
  const { quote, standing } = props;
  const { acceptance, trackingNumber } = quote;
  if (standing.act === 'wait' || standing.act === 'ask') return null;
  return (
    <Card
      padding="lg"
      component="section"
      aria-label={t('What to do now')}
      className={`${styles.act} no-print`}
      data-first={standing.act !== 'decide' || undefined}
    >
      {standing.act === 'decide' && (quote.canAccept || quote.acceptsByMail ? <Decide {...props} /> : <OthersDecide />)}
      {standing.act === 'pay' && <Pay quote={quote} />}
      {standing.act === 'track' && trackingNumber && (
        <Button
          component="a"
          href={paths.trackNumber(trackingNumber)}
          size="lg"
          fullWidth
          leftSection={<IconMapPin size={20} aria-hidden />}
        >
          {t('Track your delivery')}
        </Button>
      )}
      {acceptance && standing.act !== 'decide' && (
        <p className={styles.quiet} style={{ marginTop: 12 }}>
          {t('Accepted by {name} on {dateTime}', { name: acceptance.name, dateTime: formatDateTime(acceptance.at) })}
        </p>
      )}
    </Card>
  );
}
