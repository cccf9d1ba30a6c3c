import { addDays, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import { c, readRows, select } from '../db/rows.ts';
import { addCharge } from '../delivery/charges/charges.service.ts';
import { issueInvoice } from '../delivery/invoices/invoices.issue.ts';
import { creditInvoice, payInvoice } from '../delivery/invoices/invoices.money.ts';
import { runInvoices } from '../delivery/invoices/invoices.run.ts';
import type { AppContext } from '../http/context.ts';
import type { DemoHands } from './agreements.ts';

interface Bills extends Pick<DemoHands, 'run' | 'dana'> {
  /** For what opens its own transaction. */
  context: () => AppContext;
  /** The clock of the demo from here on. */
  setClock: (at: Date) => void;
  today: string;
  zone: string;
}
const WAITED = 5;
/** Minutes after midnight. */
const ISSUED_AT = 8 * 60;
const delivered = select({ id: c.int('o.id'), at: c.date('o.delivered_at') });

const monthBefore = (day: string) => {
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
};

/** What was on account in the last two months, each on the day after its end: so there is an invoiced month on any day. */
export async function billMonths(bills: Bills): Promise<void> {
  const last = monthBefore(bills.today);
  for (const month of [monthBefore(last.from), last]) await billMonth(bills, month);
}

/** What was on account in a month is invoiced, with waiting at some doors: most of it is paid, one credited. */
async function billMonth(
  { run, context, dana, setClock, zone }: Bills,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const waited = await readRows(
    context().em,
    delivered,
    `select $columns from orders o where o.on_account and o.delivered_at between ? and ? order by o.id limit ${WAITED}`,
    [momentOf(from, 0, zone), momentOf(to, 12 * 60, zone)],
  );
  for (const { id, at } of waited) {
    setClock(at);
    await run(dana, 'yes', (ctx) => addCharge(ctx, { id, label: 'Waiting', amount: '14.00', state: 'approved' }));
  }
  setClock(momentOf(addDays(to, 1), ISSUED_AT, zone));
  const { data } = await run(dana, 'yes', (ctx) => runInvoices(ctx, { from, to, by: 'customer' }));
  for (const [nth, { id }] of data.entries()) {
    const { due, issuedOn } = await issueInvoice(context(), { id });
    if (nth === 0)
      await creditInvoice(context(), { id, lines: [{ id: 1, quantity: '1' }], reason: 'A parcel was damaged' });
    else if (nth % 3 > 0 && issuedOn)
      await run(dana, 'yes', (ctx) =>
        payInvoice(ctx, { id, amount: due, paidOn: issuedOn, method: 'transfer', reference: undefined }),
      );
  }
}
