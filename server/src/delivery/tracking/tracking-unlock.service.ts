import { randomInt } from 'node:crypto';
import { normalPostcode, postcodeOf } from '@quickfleet/shared/base/contact/postcode';
import type { UnlockTracking, unlocked } from '@quickfleet/shared/delivery/tracking/tracking';
import {
  PIN_DIGITS,
  TRACKING_CODE_MINUTES,
  TRACKING_CODE_TRIES,
  TRACKING_CODE_TRIES_FROM,
  UNLOCKED_HOURS,
} from '@quickfleet/shared/limits';
import { ERASED_EMAIL } from '@quickfleet/shared/people/personal-data';
import { languages } from '@quickfleet/shared/words/languages';
import { t } from '@quickfleet/shared/words/t';
import type { z } from 'zod';
import { c, type Row, readRow, run, select } from '../../db/rows.ts';
import { runInTransaction } from '../../db/transaction.ts';
import { type AppContext, now } from '../../http/context.ts';
import { DomainError, notFound } from '../../http/errors.ts';
import { countTry, forgiveTry, networkOf } from '../../http/limits.ts';
import { PIN_MARK, writeMail } from '../../messages/outbox/outbox.service.ts';
import { inLanguageOf } from '../../words/speak.ts';

const orders = select({
  id: c.int('id'),
  customerEmail: c.text('customer_email').nullable(),
  language: c.oneOf(languages, 'language').nullable(),
  deliveryAddress: c.text('delivery_address'),
});
/** Rejects with 404 and counts, as a look-up does. */
async function findOrder(ctx: AppContext, trackingNumber: string): Promise<Row<typeof orders>> {
  const order = await readRow(ctx.em, orders, 'select $columns from orders where tracking_number = ?', [
    trackingNumber,
  ]);
  if (order) return order;
  await countTry(ctx, 'tracking.miss');
  throw notFound('Order');
}

const hashesOf = (ctx: AppContext, orderId: number, code: string) =>
  ctx.services.secrets.lookupHashes(`tracking:${orderId}:${code}`);

/** Compares the whole postcode; what is typed may be longer, as 62704-1234. */
function isPostcodeOf({ deliveryAddress }: Row<typeof orders>, typed: string, country: string): boolean {
  const known = postcodeOf(deliveryAddress, country);
  return known !== undefined && normalPostcode(typed).startsWith(known.whole);
}

/**
 * Counts the try in the row before it compares, so that parallel tries do not slip through; wrong ones of a stranger use up
 * their own alone. A right code works once.
 */
async function isCodeOf(ctx: AppContext, { id }: Row<typeof orders>, code: string): Promise<boolean> {
  const em = ctx.services.orm.em.fork();
  const from = networkOf(ctx.request.ip);
  const counted = await run(
    em,
    `update tracking_codes set tries = tries + 1,
       tries_from = tries_from || jsonb_build_object(?::text, coalesce((tries_from ->> ?)::int, 0) + 1)
     where order_id = ? and tries < ? and coalesce((tries_from ->> ?)::int, 0) < ? and expires_at > ? returning order_id`,
    [from, from, id, TRACKING_CODE_TRIES, from, TRACKING_CODE_TRIES_FROM, now(ctx)],
  );
  if (counted === 0) return false;
  const used = await run(
    em,
    'delete from tracking_codes where order_id = ? and code_hash = any(?) returning order_id',
    [id, hashesOf(ctx, id, code)],
  );
  return used > 0;
}

const wrong = () =>
  new DomainError(
    'FORBIDDEN',
    'NOT_UNLOCKED',
    t('This does not fit the order. Check it, or ask for a code by e-mail.'),
    {
      issues: [{ path: 'value', message: t('Does not fit the order') }],
    },
  );

/**
 * Shows the details of one order to this browser, for some hours. Tries are counted before they are compared: those
 * with a postcode for the order too, so that no number of addresses guesses it, and for the order from one network, so that
 * one stranger leaves some to its customer. A right one is not counted.
 *
 * @throws 403 NOT_UNLOCKED, 404, 429
 */
export async function unlockTracking(
  ctx: AppContext,
  { trackingNumber, kind, value }: UnlockTracking,
): Promise<z.infer<typeof unlocked>> {
  await countTry(ctx, 'tracking.unlock');
  const order = await findOrder(ctx, trackingNumber);
  const isByPostcode = kind === 'postcode';
  const subjects = { subject: trackingNumber };
  if (isByPostcode)
    for (const rate of ['tracking.postcodeFrom', 'tracking.postcode'] as const) await countTry(ctx, rate, subjects);
  const isRight = isByPostcode
    ? isPostcodeOf(order, value, ctx.services.config.BUSINESS_COUNTRY)
    : await isCodeOf(ctx, order, value);
  if (!isRight) throw wrong();
  await forgiveTry(ctx, 'tracking.unlock');
  if (isByPostcode)
    for (const rate of ['tracking.postcodeFrom', 'tracking.postcode'] as const) await forgiveTry(ctx, rate, subjects);
  const until = new Date(now(ctx).getTime() + UNLOCKED_HOURS * 3_600_000).toISOString();
  await ctx.session.unlock({ trackingNumber, until });
  return { success: true, until };
}

const codeMail = () => ({
  subject: t('Your code for order {number}', { number: '{{trackingNumber}}' }),
  content: [
    t('Hello,'),
    t('Someone wants to see the details of order {number} on our tracking page. If it was you, type this code there:', {
      number: '{{trackingNumber}}',
    }),
    PIN_MARK,
    t("It works for {minutes} minutes. If it wasn't you, ignore this e-mail, and give the code to nobody.", {
      minutes: TRACKING_CODE_MINUTES,
    }),
  ].join('\n\n'),
});

/** Mails a code to the customer. The answer is the same for an order without an address. */
export async function sendTrackingCode(ctx: AppContext, input: { trackingNumber: string }): Promise<{ success: true }> {
  await countTry(ctx, 'tracking.sendCode');
  const { id, customerEmail, language } = await findOrder(ctx, input.trackingNumber);
  for (const rate of ['tracking.codesFrom', 'tracking.codes'] as const)
    await countTry(ctx, rate, { subject: input.trackingNumber });
  return runInTransaction(ctx, 'tracking.sendCode', input, async (em) => {
    if (customerEmail === null || customerEmail === ERASED_EMAIL) return { success: true as const };
    const code = Array.from({ length: PIN_DIGITS }, () => randomInt(10)).join('');
    await run(
      em,
      `insert into tracking_codes (order_id, code_hash, tries, expires_at) values (?, ?, 0, ?::timestamptz + make_interval(mins => ?))
       on conflict (order_id) do update set code_hash = excluded.code_hash, tries = 0, tries_from = '{}', expires_at = excluded.expires_at returning order_id`,
      [id, hashesOf(ctx, id, code)[0] ?? '', now(ctx), TRACKING_CODE_MINUTES],
    );
    inLanguageOf(ctx, { language }, () =>
      writeMail(
        { ...ctx, em },
        {
          trigger: 'tracking_code',
          to: customerEmail,
          orderId: id,
          values: { trackingNumber: input.trackingNumber },
          codeSealed: ctx.services.secrets.seal(code),
        },
        codeMail(),
        null,
      ),
    );
    return { success: true as const };
  });
}
