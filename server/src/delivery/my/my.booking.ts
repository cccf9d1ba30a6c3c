import { formatAmount } from '@quickfleet/shared/base/money/money';
import type { AgreedPrice, Booked, BookMine, PriceMine } from '@quickfleet/shared/delivery/my/my-booking';
import type { PriceBasis } from '@quickfleet/shared/quoting/pricing/price-basis';
import { faultWords } from '@quickfleet/shared/quoting/pricing/price-rules';
import { dayOfSpeed, SPEED_DEFAULT } from '@quickfleet/shared/quoting/speed';
import { message, t } from '@quickfleet/shared/words/t';
import { readCompany } from '../../company/settings/company.service.ts';
import { type AppContext, now, todayOf } from '../../http/context.ts';
import { conflict } from '../../http/errors.ts';
import { whoInMy } from '../../people/account/own-address.ts';
import { requireSeen, type SeenCustomer } from '../../people/customers/members.queries.ts';
import { priceRequest, type Request } from '../../quoting/estimates/estimates.service.ts';
import { priceFor } from '../../quoting/price-lists/customer-price.ts';
import { setSpeed } from '../../quoting/quotes/quotes.service.ts';
import { createOrder } from '../orders/orders.create.ts';

type Asked = Omit<Request, 'weightKg'>;

const NOT_ON_ACCOUNT = message('This customer is not on account. Request a quote instead');
const NOTHING_AGREED = message('There is no agreed price for this delivery. Request a quote instead');

interface Agreed {
  price: AgreedPrice;
  taxTotal: string | null;
  basis: PriceBasis | null;
}
/** What a delivery of a customer on account costs: the one price that their list or the company's binding rules say, or why there is none. */
async function findAgreed(ctx: AppContext, { id, onAccount }: SeenCustomer, asked: Asked): Promise<Agreed> {
  const request: Request = { ...asked, weightKg: null };
  const { pricing, quoting } = await readCompany(ctx.em);
  const { currency } = quoting;
  const none = (why: string) => ({ price: { total: null, currency, message: why }, taxTotal: null, basis: null });
  if (!onAccount) return none(t(NOT_ON_ACCOUNT));
  const agreed = await priceFor(ctx, id, request.speedDate ?? todayOf(ctx), request);
  if (agreed) {
    const { price: total, taxTotal, basis } = agreed;
    return { price: { total, currency, message: null }, taxTotal, basis };
  }
  if (!pricing.isOn || !pricing.isBinding) return none(t(NOTHING_AGREED));
  const found = await priceRequest(ctx, pricing, quoting, request);
  if (typeof found === 'string') return none(faultWords[found]);
  return none(t(NOTHING_AGREED));
}

/** The price that is shown before the booking. */
export const priceForMe = async (ctx: AppContext, { customerId, ...request }: PriceMine): Promise<AgreedPrice> =>
  (await findAgreed(ctx, await requireSeen(ctx, customerId, 'books'), request)).price;

/**
 * Makes an order of a customer on account at the agreed price, with the call by which the customer's own key makes one.
 *
 * @throws 403 for who only sees the customer, 404, 409 NO_AGREED_PRICE, 409 PRICE_CHANGED
 */
export async function bookForMe(ctx: AppContext, input: BookMine): Promise<Booked> {
  const { customerId, total: shown, speedType, speedDate, ...request } = input;
  const customer = await requireSeen(ctx, customerId, 'books');
  const { price, taxTotal, basis } = await findAgreed(ctx, customer, input);
  const { total, currency, message: why } = price;
  if (total === null || basis === null) throw conflict('NO_AGREED_PRICE', why ?? t(NOTHING_AGREED));
  if (shown !== total)
    throw conflict(
      'PRICE_CHANGED',
      t('The price is now {amount}. Look at it, and book again', { amount: formatAmount(total, currency) }),
    );
  const speed = { speedType: SPEED_DEFAULT, speedDate: null, wantedDay: null };
  setSpeed(ctx, speed, speedType, speedDate ?? null);
  const deliveryDate = dayOfSpeed({ ...speed, createdAt: now(ctx) }, ctx.services.config.BUSINESS_TIMEZONE);
  const asCustomer: AppContext = { ...ctx, grant: 'yes', caller: { ...ctx.caller, booksFor: customerId } };
  const { name: customerName, email: customerEmail, phone: customerPhone, company: customerCompany } = customer;
  const person = { customerName, customerEmail, customerPhone, customerCompany };
  const { trackingNumber } = await createOrder(
    asCustomer,
    { ...request, ...person, deliveryDate },
    { quotePrice: total, taxTotal, currency, priceBasis: basis, says: [{ is: 'booked_by', who: await whoInMy(ctx) }] },
  );
  return { trackingNumber, total, currency };
}
