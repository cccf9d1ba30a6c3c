import { Anchor, Button, Card, Text, Title } from '@mantine/core';
import { formatAmount, writeDecimal } from '@quickfleet/shared/base/money/money';
import { lineName } from '@quickfleet/shared/base/money/price-line';
import { howToPay } from '@quickfleet/shared/company/how-to-pay';
import { paths } from '@quickfleet/shared/paths';
import type { CustomerQuote } from '@quickfleet/shared/quoting/quote-page';
import { isPaidQuote } from '@quickfleet/shared/quoting/quote-status';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconFileTypePdf, IconReceipt } from '@tabler/icons-react';
import { Link } from 'wouter';
import { brand } from '../../../lib/words/brand.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { rich } from '../../../lib/words/rich.tsx';
import styles from './quote-page.module.css';

/** 'Tax', 'Included tax', 'GST' or 'Included GST' */
const taxName = (label: string | undefined, isIncluded: boolean): string =>
  isIncluded ? t('Included {label}', { label: label ?? t('tax') }) : (label ?? t('Tax'));

/** The price as a paper has it: lines, tax and total, what it is under, and the same as a PDF, which is under `base`. */
export function PriceCard({ quote, base }: { quote: CustomerQuote; base: string }) {
  const { lines, total, currency, terms, validUntil, status, company, canAccept } = quote;
  if (total === null) return null;
  const amount = (value: string) => formatAmount(value, currency);
  const taxes = quote.taxes.filter(({ rate }) => Number(rate) !== 0);
  const isPaid = isPaidQuote(status);
  const paying = howToPay({ ...quote, amount: total });
  return (
    <Card padding="lg" component="section" aria-labelledby="price" className={styles.price}>
      <Title order={2} size="h3" id="price" mb="md">
        {t('Price')}
      </Title>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('What')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={`${at} ${line.label}`}>
              <td>
                <bdi dir="auto">{keepNumbers(lineName(line))}</bdi>
                {Number(line.quantity) !== 1 && (
                  <>
                    {' '}
                    <span className={`${styles.quiet} ${styles.times}`}>
                      {writeDecimal(line.quantity)} × {formatAmount(line.unitPrice, currency, { isUnitPrice: true })}
                    </span>
                  </>
                )}
              </td>
              <td>{amount(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {taxes.map(({ label, rate, tax }) => (
            <tr key={`${label} ${rate}`}>
              <th scope="row">
                {taxName(label, quote.pricesIncludeTax)} {writeDecimal(rate)} %
              </th>
              <td>{amount(tax)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t('Total')}</th>
            <td>{amount(total)}</td>
          </tr>
        </tfoot>
      </table>
      <div className={styles.terms}>
        {paying && canAccept && (
          <Text size="sm" mb="xs">
            {paying}
          </Text>
        )}
        {validUntil && canAccept && (
          <p className={styles.quiet}>{t('This price holds until {day}.', { day: formatDay(validUntil) })}</p>
        )}
        {terms ? (
          <Text size="sm" className="as-written">
            {keepNumbers(terms)}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {rich('Our {link} apply.', {
              link: (
                <Anchor component={Link} href={paths.terms} inherit underline="always">
                  {t('Terms of Service')}
                </Anchor>
              ),
            })}
          </Text>
        )}
        {(company.address || company.taxNumber) && (
          <Text size="sm" c="dimmed" mt="sm" className="as-written">
            {[
              company.name ?? brand.name,
              company.address,
              company.phone,
              company.taxNumber && t('Tax number: {taxNumber}', { taxNumber: company.taxNumber }),
            ]
              .filter(Boolean)
              .join('\n')}
          </Text>
        )}
      </div>
      <div className={`${styles.papers} no-print`}>
        <Button
          component="a"
          href={`${base}/quote.pdf`}
          variant="default"
          size="sm"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
        >
          {t('Quote as PDF')}
        </Button>
        {isPaid && (
          <Button
            component="a"
            href={`${base}/receipt.pdf`}
            variant="default"
            size="sm"
            leftSection={<IconReceipt size={18} aria-hidden />}
          >
            {t('Receipt as PDF')}
          </Button>
        )}
      </div>
    </Card>
  );
}
