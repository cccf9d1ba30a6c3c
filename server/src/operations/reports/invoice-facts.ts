// What of revenue is invoiced, and what is due on invoices.
import { decimalsOf } from '@quickfleet/shared/base/money/money';
import type { ReportBy } from '@quickfleet/shared/operations/reports/report-names';
import { DUE } from '../../delivery/invoices/invoice.entity.ts';
import type { AppContext } from '../../http/context.ts';
import { areasOf, keyOf, type Scope, whoseOrders } from './report-scope.ts';
import { type Part, part, plain } from './sql-part.ts';

const keysOfLines: Readonly<Partial<Record<ReportBy, string>>> = {
  driver: `coalesce(o.driver_id::text, '')`,
  customer: `coalesce(f.customer_id::text, '')`,
  zone: `coalesce(o.zone, z.zone, '')`,
};

/** The lines of an invoice `i`, each with the net up to it: parts of an amount that come to it to the cent. */
const LINES = plain(`lateral (
      select (x.line ->> 'orderId')::int as order_id, (x.line ->> 'net')::numeric as net, x.place,
          sum((x.line ->> 'net')::numeric) over (order by x.place) as upto
        from jsonb_array_elements(i.lines) with ordinality x (line, place)) l`);
/** The part of an amount that a line has. */
function shareOf(amount: string, currency: string): Part {
  const decimals = plain(`${decimalsOf(currency)}::int`);
  const sum = plain(amount);
  return part`case when i.net = 0 then case when l.place = 1 then ${sum} else 0 end
        else round(${sum} * l.upto / i.net, ${decimals}) - round(${sum} * (l.upto - l.net) / i.net, ${decimals}) end`;
}
/**
 * Facts of the lines of issued invoices and credit notes in the currency of the company, by the day of issue: their net,
 * and their part of what is due. What was taken off for paying early is less net, by the day on which it was.
 */
const lineFacts = ({ from, to, currency }: Scope): Part => part`
  select i.customer_id, l.order_id, i.issued_on::timestamp as at, case i.kind when 'invoice' then l.net else -l.net end as invoiced,
      case when i.kind <> 'invoice' or i.state not in ('issued', 'part_paid') then 0 else ${shareOf(DUE, currency)} end as due
    from invoices i, ${LINES}
    where i.state <> 'draft' and i.currency = ${currency} and i.issued_on between ${from}::date and ${to}::date
  union all
  select i.customer_id, l.order_id, d.taken_on::timestamp, -(${shareOf('d.net', currency)}), 0
    from invoice_discounts d join invoices i on i.id = d.invoice_id, ${LINES}
    where i.currency = ${currency} and d.taken_on between ${from}::date and ${to}::date`;

/** The same with the keys of their rows, of those that a report is of. */
export async function keyedLines(ctx: AppContext, scope: Scope): Promise<Part> {
  const facts = lineFacts(scope);
  const areas = await areasOf(ctx, scope, facts);
  return part`select ${keyOf(scope, keysOfLines)} as key, f.* from (${facts}) f left join orders o on o.id = f.order_id
    left join ${areas} z on o.zone is null and z.address = o.delivery_address where ${whoseOrders(scope, 'f.customer_id')}`;
}

/** SQL: this is on an issued invoice. */
export const isInvoiced = (kind: 'order' | 'charge', id: string): Part =>
  plain(
    `exists (select 1 from invoice_sources s join invoices v on v.id = s.invoice_id where s.kind = '${kind}' and s.source_id = ${id} and v.state <> 'draft')`,
  );
