import { pricingDefaults, pricingOut } from '@quickfleet/shared/company/pricing';
import {
  PRICE_LISTS_MAX,
  type PriceList as PriceListView,
  priceList,
} from '@quickfleet/shared/quoting/pricing/price-lists';
import { c, type Row, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';

const rules = c.json(pricingOut, `'${JSON.stringify(pricingDefaults)}'::jsonb || l.rules`);
const terms = {
  id: c.int('l.id'),
  rules,
  minimum: c.digits(amountSql('l.minimum', companyCurrency)).nullable(),
  fuelSurcharge: c.json(priceList.shape.fuelSurcharge, 'l.fuel_surcharge'),
};
const columns = select({
  ...terms,
  name: c.text('l.name'),
  validFrom: c.day('l.valid_from').nullable(),
  validTo: c.day('l.valid_to').nullable(),
  customers: c.int(`(select count(*)::int from customers k where (k.billing ->> 'priceListId')::int = l.id)`),
  createdAt: c.time('l.created_at'),
  updatedAt: c.time('l.updated_at'),
  version: c.int('l.version'),
});

export const listPriceLists = (ctx: AppContext): Promise<PriceListView[]> =>
  readRows(ctx.em, columns, `select $columns from price_lists l order by lower(l.name), l.id limit ${PRICE_LISTS_MAX}`);

/** Rejects with 404. */
export async function readPriceList(ctx: AppContext, id: number): Promise<PriceListView> {
  const row = await readRow(ctx.em, columns, 'select $columns from price_lists l where l.id = ?', [id]);
  if (!row) throw notFound('Price list');
  return row;
}

const ofCustomer = select({
  ...terms,
  customerId: c.int('k.id'),
  validFrom: c.day('l.valid_from').nullable(),
  validTo: c.day('l.valid_to').nullable(),
});
export type CustomerList = Row<typeof ofCustomer>;
/** The lists of these customers; one without a list is not there. */
export const findListsOf = (ctx: AppContext, customerIds: readonly number[]): Promise<CustomerList[]> =>
  readRows(
    ctx.em,
    ofCustomer,
    `select $columns from customers k join price_lists l on l.id = (k.billing ->> 'priceListId')::int
      where k.id = any(?)`,
    [[...customerIds]],
  );
