import { displayName } from '@quickfleet/shared/base/contact/display-name';
import { toCsv } from '@quickfleet/shared/base/csv';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { DriverEarnings, PayPeriod } from '@quickfleet/shared/delivery/drivers/pay';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { language, t } from '@quickfleet/shared/words/t';
import { plainDayWords } from '../../company/papers/money-words.ts';
import { aboutPaper, type Paper, paperOf } from '../../company/papers/paper.ts';
import { inPaperLanguage } from '../../company/papers/words.ts';
import { readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, todayOf } from '../../http/context.ts';
import { readUser } from '../../people/users/users.queries.ts';
import { heavy } from '../../process/heavy/heavy.ts';
import { paperKind } from '../../process/heavy/kinds.ts';
import { bytesFrom } from '../../process/outside/streams.ts';
import { senderOf } from '../../quoting/papers/quote-paper.service.ts';
import { readEarnings } from './pay.service.ts';
import type { PayPaper } from './pay-paper.ts';

const drawing = heavy<typeof import('./pay-paper.ts')>(paperKind, new URL('./pay-paper.ts', import.meta.url));

const fileName = ({ driverId, from, to }: DriverEarnings, end: string): string =>
  `pay-${driverId}-${from}-${to}.${end}`;

async function payPaper(ctx: AppContext, period: PayPeriod): Promise<Paper> {
  const earned = await readEarnings(ctx, period);
  const { currency, lines, totals, from, to } = earned;
  const driver = await readUser(ctx, period.id);
  const sender = await senderOf(ctx, await readCompany(ctx.em));
  const days = `${plainDayWords(from)} – ${plainDayWords(to)}`;
  const words = (amount: string) => formatAmount(amount, currency, { isBare: true });
  const paper: PayPaper = {
    head: {
      sender,
      kind: t('Driver pay'),
      number: days,
      facts: [t('Date: {day}', { day: plainDayWords(todayOf(ctx)) })],
    },
    to: [displayName(driver)],
    rows: lines.map((line) => [
      plainDayWords(line.day),
      [line.why, line.trackingNumber && formatTracking(line.trackingNumber)].filter(Boolean).join('\n'),
      line.quantity,
      line.kind === 'share' || line.kind === 'charge' ? `${line.rate} %` : words(line.rate),
      words(line.amount),
    ]),
    totals: [
      [t('Approved'), words(totals.approved)],
      [t('Total {currency}', { currency }), words(totals.total)],
    ],
    foot: `${sender.name} · ${t('Driver pay')} ${days}`,
  };
  const about = aboutPaper(ctx, t('Driver pay'), sender.name);
  return paperOf(ctx, fileName(earned, 'pdf'), (out) => drawing.write('drawPay', { about, paper }, out));
}
/** What a driver earned as PDF. Rejects with 404. */
export const printPay = (ctx: AppContext, period: PayPeriod): Promise<Paper> =>
  inPaperLanguage(ctx, language(), () => payPaper(ctx, period));

/** The same as a table. Rejects with 404. */
export async function exportPay(ctx: AppContext, period: PayPeriod): Promise<Paper> {
  const earned = await readEarnings(ctx, period);
  const text = toCsv(
    ['day', 'kind', 'why', 'trackingNumber', 'quantity', 'rate', 'amount', 'currency', 'isApproved'],
    earned.lines.map((line) => [
      ...[line.day, line.kind, line.why, line.trackingNumber ?? '', line.quantity, line.rate, line.amount],
      ...[earned.currency, line.isApproved ? 'true' : 'false'],
    ]),
  );
  return { name: fileName(earned, 'csv'), bytes: bytesFrom([Buffer.from(text)]) };
}
