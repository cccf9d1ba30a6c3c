import { Anchor, Badge, Box, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { estimateWords } from '@quickfleet/shared/quoting/pricing/estimate-words';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { SpeedWords } from '../../../../components/delivery/speed-words.tsx';
import { Marked } from '../../../../components/lists/marked.tsx';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import { PhoneLink } from '../../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { QuoteStatusBadge } from '../../../../components/text/status-badge.tsx';
import { formatDay } from '../../../../lib/words/format.ts';
import { QuoteItems } from '../details/quote-items.tsx';
import { detailsLink, QuoteTitle } from '../details/quote-title.tsx';
import { QuoteActions } from '../work/quote-actions.tsx';
import styles from './quote-card.module.css';
import { QuoteChips, QuoteViews } from './quote-chips.tsx';
import type { QuoteDialog } from './quotes-view.ts';

const ITEMS_SHOWN = 4;

interface QuoteCardProps {
  quote: Quote;
  /** It was deleted while it was shown. */
  isGone: boolean;
  onOpen: (dialog: QuoteDialog, id: number) => void;
}

function Route({ quote }: { quote: Quote }) {
  return (
    <dl className={styles.route}>
      <div className={styles.stop} data-kind="from">
        <dt>{t('From (place)')}</dt>
        <dd dir="auto" className="as-written">
          <Marked>{quote.pickupAddress}</Marked>
        </dd>
      </div>
      <div className={styles.stop} data-kind="to">
        <dt>{t('To (place)')}</dt>
        <dd dir="auto" className="as-written">
          <Marked>{quote.deliveryAddress}</Marked>
        </dd>
      </div>
    </dl>
  );
}

/** One quote of the list: who, from where to where, what, for how much, and what comes next. */
export function QuoteCard({ quote, isGone, onOpen }: QuoteCardProps) {
  const { id, status, price, customer, items } = quote;
  const isDraft = status === 'draft';

  return (
    <article
      className={styles.card}
      data-draft={isDraft || undefined}
      data-gone={isGone || undefined}
      data-quote={id}
      aria-labelledby={`quote-${id}-title`}
    >
      <header className={styles.head}>
        <QuoteTitle id={id} className={styles.title} onOpen={onOpen} />
        {isDraft && (
          <Badge color="amber" variant="filled" size="sm">
            {t('NEW')}
          </Badge>
        )}
        <QuoteStatusBadge status={status} />
        <QuoteChips quote={quote} size="md" />
        <Text size="xs" c="dimmed">
          {quote.reference && (
            <span className="mono" title={t('What the customer calls it')}>
              <Marked>{quote.reference}</Marked> ·{' '}
            </span>
          )}
          <RelativeTime value={quote.createdAt} />
        </Text>
        <QuoteViews quote={quote} />
        <Text className={styles.price} data-pending={price === null || undefined}>
          {price === null ? t('Pending pricing') : formatAmount(price, quote.currency)}
        </Text>
        {price === null && quote.estimate && (
          <Text size="sm" c="dimmed" className="tabular">
            {t('Shown: {price}', { price: estimateWords(quote.estimate) ?? '' })}
          </Text>
        )}
      </header>

      <div className={styles.body}>
        <div>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            <Marked>{customer.name || t('Unknown')}</Marked>
          </Text>
          {customer.company && (
            <Text size="sm" c="dimmed" lineClamp={2}>
              <Marked>{customer.company}</Marked>
            </Text>
          )}
          <div className={styles.email}>
            <Anchor href={mailtoOf(customer.email)} size="sm">
              <Marked>{customer.email}</Marked>
            </Anchor>
            <CopyButton value={customer.email} what={t('e-mail address of quote {id}', { id })} />
          </div>
          {customer.phone && (
            <PhoneLink phone={customer.phone} size="sm">
              <Marked>{customer.phone}</Marked>
            </PhoneLink>
          )}
        </div>
        <Route quote={quote} />
        <dl className={styles.facts}>
          <dt>{t('Speed')}</dt>
          <dd>
            <SpeedWords type={quote.speedType} day={quote.wantedDay ? formatDay(quote.wantedDay) : null} />
          </dd>
          {quote.notes && (
            <>
              <dt>{t('Notes')}</dt>
              <dd dir="auto" className={`as-written ${styles.notes}`}>
                {keepNumbers(quote.notes)}
              </dd>
            </>
          )}
        </dl>
      </div>

      <QuoteItems items={items.slice(0, ITEMS_SHOWN)} opens="tab" currency={quote.currency} />
      {items.length > ITEMS_SHOWN && (
        <Anchor {...detailsLink(id, onOpen)} size="sm">
          {t('and {count} more', { count: items.length - ITEMS_SHOWN })}
        </Anchor>
      )}
      {quote.signatureUrl && (
        <Box maw={200}>
          <SignatureImage
            title={t('Customer signature')}
            url={quote.signatureUrl}
            signer={quote.signatureCustomerName}
            signedAt={quote.signatureCapturedAt}
          />
        </Box>
      )}

      {isGone ? (
        <Text size="sm" fw={600} role="status">
          {t('Somebody deleted this quote.')}
        </Text>
      ) : (
        <QuoteActions quote={quote} onOpen={onOpen} />
      )}
    </article>
  );
}
