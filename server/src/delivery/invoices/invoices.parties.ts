import { isInUnion } from '@quickfleet/shared/company/billing/billing-terms';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import { isTaxed } from '@quickfleet/shared/delivery/invoices/invoice-totals';
import type { TaxCategory } from '@quickfleet/shared/delivery/invoices/invoice-words';
import type { Buyer, Seller } from '@quickfleet/shared/delivery/invoices/invoices';
import type { CustomerBilling } from '@quickfleet/shared/people/customer-billing';
import { type Language, languages } from '@quickfleet/shared/words/languages';
import { companyNameOf, readCompany } from '../../company/settings/company.service.ts';
import { c, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { billingColumn } from '../../people/customers/customers.queries.ts';

// Who sells and who buys, as an invoice says it. It is read again when the invoice is issued, and frozen then.

/** The company as its invoices say it. */
export function sellerOf(ctx: Pick<AppContext, 'services'>, settings: CompanySettings): Seller {
  const { company, billing } = settings;
  const { SUPPORT_EMAIL, SUPPORT_PHONE } = ctx.services.config;
  return {
    name: companyNameOf(ctx, settings),
    address: billing.address,
    addressText: company.address,
    email: SUPPORT_EMAIL,
    phone: company.phone ?? SUPPORT_PHONE,
    vatId: billing.vatId,
    // One value under two names, which the papers' group stores.
    taxNumber: company.taxNumber,
    registerNumber: billing.registerNumber,
    electronicAddress: billing.electronicAddress,
    representedBy: billing.representedBy,
    iban: billing.iban,
    bic: billing.bic,
    bankName: billing.bankName,
    isSmallBusiness: billing.isSmallBusiness,
  };
}

const customerColumns = select({
  id: c.int('k.id'),
  name: c.text('k.name'),
  company: c.text('k.company').nullable(),
  email: c.text('k.email'),
  phone: c.text('k.phone').nullable(),
  billing: billingColumn('k'),
  language: c
    .oneOf(
      languages,
      `(select o.language from orders o where o.customer_id = k.id and o.language is not null order by o.created_at desc limit 1)`,
    )
    .nullable(),
});
/** A customer as invoices need them. */
export interface Billed {
  id: number;
  buyer: Buyer;
  billing: CustomerBilling;
  /** Where the paper goes. */
  email: string;
  language: Language;
}

/** Who buys, by id. */
export async function readBilled(ctx: AppContext, ids: readonly number[]): Promise<Map<number, Billed>> {
  const rows = await readRows(ctx.em, customerColumns, 'select $columns from customers k where k.id = any(?)', [
    [...ids],
  ]);
  return new Map(
    rows.map(({ id, billing, ...row }) => [
      id,
      {
        id,
        billing,
        email: billing.email ?? row.email,
        language: billing.language ?? row.language ?? ctx.services.config.language,
        buyer: {
          name: billing.name ?? row.company ?? row.name,
          address: billing.address,
          addressText: billing.name === null && row.company !== null && row.company !== row.name ? row.name : null,
          email: billing.email ?? row.email,
          phone: row.phone,
          vatId: billing.vatId,
          taxNumber: null,
          registerNumber: null,
          electronicAddress: billing.electronicAddress,
          buyerReference: billing.buyerReference,
          orderReference: billing.orderReference,
        },
      },
    ]),
  );
}
/** Rejects with 404. */
export async function readBilledOne(ctx: AppContext, id: number): Promise<Billed> {
  const found = (await readBilled(ctx, [id])).get(id);
  if (!found) throw notFound('Customer');
  return found;
}

/** Why a line of this rate has its tax: by who sells and who buys, where nobody said it. */
export function categoryOf(rate: string, seller: Seller, buyer: Buyer): TaxCategory {
  if (seller.isSmallBusiness) return 'E';
  if (isTaxed({ rate })) return 'S';
  const [from, to] = [seller.address?.country, buyer.address?.country];
  const isAbroad = from !== undefined && to !== undefined && from !== to && isInUnion(from) && isInUnion(to);
  if (isAbroad && seller.vatId !== null && buyer.vatId !== null) return 'AE';
  return seller.vatId === null && seller.taxNumber === null ? 'O' : 'Z';
}

/** The present settings and the seller that they make. */
export async function readSeller(ctx: AppContext): Promise<{ settings: CompanySettings; seller: Seller }> {
  const settings = await readCompany(ctx.em);
  return { settings, seller: sellerOf(ctx, settings) };
}
