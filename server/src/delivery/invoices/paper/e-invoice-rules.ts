import { decimalsOf } from '@quickfleet/shared/base/money/money';
import { isVatId, plainVatId } from '@quickfleet/shared/company/billing/billing-terms';
import type { TaxSum } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { Buyer, InvoiceLine, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import { t } from '@quickfleet/shared/words/t';

interface Judged {
  currency: string;
  lines: readonly Pick<InvoiceLine, 'taxes'>[];
  taxes: readonly TaxSum[];
  seller: Seller;
  buyer: Buyer;
}
/** What an electronic invoice by EN 16931 needs and this one lacks, a sentence each; the paper is printed anyway. */
export function xmlProblems({ currency, lines, taxes, seller, buyer }: Judged): string[] {
  const has = (...categories: string[]) => taxes.some(({ category }) => categories.includes(category));
  const problems: [boolean, () => string][] = [
    [
      decimalsOf(currency) > 2,
      () => t('An electronic invoice has at most two decimals, and {currency} has more', { currency }),
    ],
    [lines.some((line) => line.taxes.length !== 1), () => t('An electronic invoice has one tax on each line')],
    [seller.address === null, () => t('Enter the company’s address in parts in the settings')],
    [
      seller.vatId === null && seller.taxNumber === null,
      () => t('Enter the company’s VAT number or tax number in the settings'),
    ],
    [
      seller.vatId !== null && !isVatId(plainVatId(seller.vatId)),
      () => t('The company’s VAT number isn’t right. It begins with the country, like DE123456789'),
    ],
    [buyer.address === null, () => t('Enter the billing address of the customer')],
    [
      has('AE', 'K') && (seller.vatId === null || buyer.vatId === null),
      () => t('Reverse charge needs the VAT numbers of both'),
    ],
    [has('O') && taxes.length > 1, () => t('What is outside of VAT is on an invoice of its own')],
  ];
  return problems.flatMap(([isSo, words]) => (isSo ? [words()] : []));
}
