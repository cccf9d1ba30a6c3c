import { readCompany } from '../../company/settings/company.service.ts';
import { c } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { amountSql, companyCurrency } from '../../http/money.ts';
import type { Order } from './order.entity.ts';

/** What an order `o` is priced in: what its quote is, else its own, else the company's. */
export const orderCurrency = `coalesce(case when o.quote_id is not null then (select q.currency from quotes q where q.id = o.quote_id) end, o.currency, ${companyCurrency})`;
const inCurrency = (amount: string) => amountSql(amount, orderCurrency);
/** The tax that its quote says of the same price; a price of another amount says nothing of tax. */
const tax = `coalesce(case when o.quote_id is not null then (select q.tax_total from quotes q where q.id = o.quote_id and q.price = o.quote_price) end, 0)`;
const ofPrice = (amount: string) =>
  c.digits(`case when o.quote_price is not null then ${inCurrency(amount)} end`).nullable();
/** The amounts of an order in the wire form. */
export const amountColumns = {
  quotePrice: ofPrice('o.quote_price'),
  netTotal: ofPrice(`(o.quote_price - ${tax})`),
  taxTotal: ofPrice(tax),
  currency: c.text(orderCurrency),
};
export const itemValue = c.digits(inCurrency('i.value')).nullable();

/** The same of an order that is at hand; its quote is loaded where it has one. */
export const currencyOfOrder = async (ctx: AppContext, { quote, currency }: Order): Promise<string> =>
  quote?.currency ?? currency ?? (await readCompany(ctx.em)).quoting.currency;
