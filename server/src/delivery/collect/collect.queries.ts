import { collect } from '@quickfleet/shared/base/money/collect';
import { takenMethods } from '@quickfleet/shared/base/money/collect-words';
import { amountOf, unitsOf } from '@quickfleet/shared/base/money/money';
import { endOfDay, startOfDay } from '@quickfleet/shared/base/time/zoned-time';
import type { DriverCash, ReadCash } from '@quickfleet/shared/delivery/collect/collect';
import { readCompany } from '../../company/settings/company.service.ts';
import { c, readRow, readRows, select } from '../../db/rows.ts';
import type { AppContext } from '../../http/context.ts';
import { notFound } from '../../http/errors.ts';
import { amountSql } from '../../http/money.ts';

const taken = {
  amount: c.digits(amountSql('k.amount', 'k.currency')),
  currency: c.text('k.currency'),
  method: c.oneOf(takenMethods, 'k.method'),
  reason: c.text('k.reason').nullable(),
  collectedAt: c.time('k.collected_at'),
};
/** What was said last about the door of an order `o`. */
export const collectedOf = c.first(
  taken,
  'from (select * from collections where order_id = o.id order by received_at desc, id desc limit 1) k',
);
export const collectColumn = (alias: string) => c.json(collect.nullable(), `${alias}.collect`);

const cashRow = select({
  ...taken,
  orderId: c.int('k.order_id'),
  trackingNumber: c.text(
    `coalesce(o.tracking_number, (select h.detail from history h
       where h.subject = 'order' and h.subject_id = k.order_id and h.action = 'order.deleted' order by h.id desc limit 1), '')`,
  ),
  customerName: c.text(`coalesce(o.customer_name, '')`),
  toCollect: c.digits(amountSql(`(o.collect ->> 'amount')::numeric`, 'k.currency')).nullable(),
});
const counted = select({
  counted: c.digits(amountSql('n.counted', 'n.currency')),
  expectedThen: c.digits(amountSql('n.expected', 'n.currency')),
  countedAt: c.time('n.counted_at'),
  countedBy: c.text('n.counted_by'),
  version: c.int('n.version'),
});
const named = select({ id: c.int('id') });
const nobodyCounted = { counted: null, expectedThen: null, countedAt: null, countedBy: null, version: null };

/** What a driver took on a day, order by order, deleted ones too, and what was counted of it. */
export async function readCashOfDay(ctx: AppContext, { id, day, ...asked }: ReadCash): Promise<DriverCash> {
  const driver = await readRow(ctx.em, named, `select $columns from users where id = ? and role = 'driver'`, [id]);
  if (!driver) throw notFound('Driver');
  const zone = ctx.services.config.BUSINESS_TIMEZONE;
  const all = await readRows(
    ctx.em,
    cashRow,
    `select $columns from collections k left join orders o on o.id = k.order_id
     where k.driver_id = ? and k.collected_at >= ? and k.collected_at < ? order by k.collected_at, k.id`,
    [id, startOfDay(day, zone), endOfDay(day, zone)],
  );
  const currency = asked.currency ?? (await readCompany(ctx.em)).quoting.currency;
  const ofCurrency = all.filter((row) => row.currency === currency);
  const sum = (method: 'cash' | 'card') =>
    ofCurrency.reduce((total, row) => (row.method === method ? total + unitsOf(row.amount, currency) : total), 0n);
  const count = await readRow(
    ctx.em,
    counted,
    'select $columns from cash_counts n where n.driver_id = ? and n.day = ?::date and n.currency = ?',
    [id, day, currency],
  );
  const expected = sum('cash');
  return {
    driverId: id,
    day,
    currency,
    currencies: [...new Set(all.map((row) => row.currency))].toSorted(),
    orders: ofCurrency.map(({ currency: _, ...row }) => row),
    expected: amountOf(expected, currency),
    byCard: amountOf(sum('card'), currency),
    ...(count ?? nobodyCounted),
    difference: count ? amountOf(unitsOf(count.counted, currency) - expected, currency) : null,
  };
}
