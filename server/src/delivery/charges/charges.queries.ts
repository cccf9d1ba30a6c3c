import { rateKinds } from '@quickfleet/shared/base/money/stop-rates';
import { chargeStates, type SavedLine } from '@quickfleet/shared/delivery/charges/charge-rates';
import { z } from 'zod';
import { c } from '../../db/rows.ts';
import { amountSql } from '../../http/money.ts';
import { orderCurrency } from '../orders/orders.money.ts';

const columns = {
  id: c.int('g.id'),
  label: c.text('g.label'),
  minutes: c.int('g.minutes').nullable(),
  amount: c.digits(amountSql('g.amount', orderCurrency)),
  taxTotal: c.digits(amountSql('g.tax_total', orderCurrency)).nullable(),
  state: c.oneOf(chargeStates, 'g.state'),
  by: c.text('g."by"').nullable(),
  takenAt: c.time('g.taken_at'),
};
/** The charges of an order `o`, oldest first. */
export const chargesOf = c.list(columns, 'from charges g where g.order_id = o.id', 'g.id');
/** Those that a driver sees: what drivers proposed. */
export const chargesForDriver = c.list(columns, 'from charges g where g.order_id = o.id and g.is_from_driver', 'g.id');

const savedLine: z.ZodType<SavedLine> = z.object({
  label: z.string(),
  unitPrice: z.string(),
  taxRate: z.string(),
  taxes: z.array(z.object({ label: z.string(), rate: z.string() })).optional(),
  atStop: z.enum(rateKinds).nullable().optional(),
  freeMinutes: z.number().optional(),
});
const setLines = z
  .object({ currency: z.string(), pricesIncludeTax: z.boolean(), linePresets: z.array(savedLine) })
  .partial()
  .nullable();
/** What the company set of its saved lines. */
export const savedLines = c.json(setLines, `(select settings -> 'quoting' from company)`);
