import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { addDays, dayAt, momentOf } from '@quickfleet/shared/base/time/zoned-time';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { createRecurring as createRecurringInput } from '@quickfleet/shared/delivery/planning/recurring';
import { type Quote, createQuote as quoteInput } from '@quickfleet/shared/quoting/quotes';
import { setPin } from '../company/places/places.service.ts';
import { runInTransaction } from '../db/transaction.ts';
import { createAttempt } from '../delivery/attempts/attempts.service.ts';
import { documentDelivery, documentPickup } from '../delivery/drivers/drivers.proof.ts';
import { captureSignature } from '../delivery/drivers/drivers.signature.ts';
import { assignDriver } from '../delivery/order-rights/orders.driver.ts';
import { convertQuote } from '../delivery/orders/orders.create.ts';
import { setStatus } from '../delivery/orders/orders.service.ts';
import { createRecurring } from '../delivery/recurring/recurring.service.ts';
import { addPicture, writePicture } from '../files/uploads/uploads.service.ts';
import type { AppContext, Caller, Services } from '../http/context.ts';
import { initializeTemplates } from '../messages/templates/templates.service.ts';
import { User } from '../people/users/user.entity.ts';
import { dayIn } from '../process/clock.ts';
import { createQuote, updateQuote } from '../quoting/quotes/quotes.service.ts';
import { hashPassword } from '../security/password.ts';
import { sha256 } from '../security/secrets.ts';
import { agree, setUpCompany } from './agreements.ts';
import { billMonths } from './bills.ts';
import { customers, drivers, places, positions, recurringJobs, remarks, type Shape, things } from './company.ts';
import { driveDays } from './days.ts';
import { drawPhoto, drawSignature } from './pictures.ts';
import { createRandom } from './random.ts';

const SEED = 20_260_301;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const OPEN_QUOTES = 40;
const ORDERS = 60;
const DAYS = 60;

type Asked = Pick<Quote, 'id'> & Partial<Pick<Quote, 'estimate'>>;

export interface Demo {
  password: string;
  accessCode: string;
  trackingNumber: string;
}

/** How far an order has come, by its age: the last days are lively, what is older has arrived. */
const stageOf = (index: number) => {
  const recent = [
    'pending',
    'assigned',
    'delivered',
    'in_transit',
    'pending',
    'assigned',
    'delivered',
    'picked_up',
    'in_transit',
    'assigned',
    'delivered',
    'in_transit',
    'picked_up',
  ] as const;
  if (index < recent.length) return recent[index] ?? 'pending';
  return index % 14 === 0 ? 'cancelled' : 'delivered';
};
const openStages = ['draft', 'sent', 'draft', 'paid', 'sent', 'accepted', 'sent'] as const;

/**
 * Fills an empty database with a courier company of sixty days: everything goes through the same services as in real
 * life, at the time it would have happened, so that history, mails, photos and signatures are all there. Answers the
 * sign-ins. `keepsAdmin`: the admin's password stays as it is.
 */
export async function seedDemo(services: Services, { keepsAdmin = false } = {}): Promise<Demo> {
  const random = createRandom(SEED);
  const start = services.clock().getTime();
  let at = start;
  const then: Services = { ...services, clock: () => new Date(at) };
  const password = `demo-${String(randomInt(1_000_000)).padStart(6, '0')}`;

  const request = {
    id: 'demo',
    ip: '127.0.0.1',
    method: 'POST',
    idempotencyKey: undefined,
    ifMatch: undefined,
    device: null,
    origin: 'http://localhost',
  };
  const session = {
    signIn: async () => undefined,
    signOut: async () => undefined,
    speak: () => undefined,
    setGrants: async () => undefined,
    openEmail: async () => undefined,
    unlock: async () => undefined,
    knowDevice: () => undefined,
    knownDevice: () => undefined,
  };
  const contextOf = (caller: Caller) => ({ services: then, caller, request, session });
  const run = <T>(caller: Caller, grant: 'yes' | 'own', work: (ctx: AppContext) => Promise<T>): Promise<T> =>
    runInTransaction(contextOf(caller), 'demo', null, (em: EntityManager) => work({ ...contextOf(caller), em, grant }));

  const hash = await hashPassword(password);
  const people = await run({ grants: [], visitor: 'demo' }, 'yes', async ({ em }) => {
    const at60 = { createdAt: new Date(start - DAYS * DAY) };
    const dispatcher = em.create(User, {
      username: 'dispatcher',
      passwordHash: hash,
      role: 'dispatcher',
      firstName: 'Dana',
      lastName: 'Fields',
      email: 'dana@quickfleet.example',
      phone: '+1 555 010 0120',
      ...at60,
    });
    const team = drivers.map((driver) =>
      em.create(User, {
        ...driver,
        passwordHash: hash,
        role: 'driver',
        email: `${driver.username}@quickfleet.example`,
        pay: { perStop: '3.20', perHour: '14', minimum: '60' },
        ...at60,
      }),
    );
    // An admin with a password from the environment keeps it.
    if (!then.config.ADMIN_PASSWORD && !keepsAdmin)
      await em.execute('update users set password_hash = ? where role = ? and username = ?', [
        hash,
        'admin',
        then.config.ADMIN_USERNAME,
      ]);
    await em.flush();
    return { dispatcher, team };
  });
  const dana: Caller = {
    user: {
      id: people.dispatcher.id,
      username: 'dispatcher',
      role: 'dispatcher',
      name: 'Dana Fields',
      hasFactor: true,
    },
    grants: [],
    visitor: 'demo',
  };
  await run(dana, 'yes', async (ctx) => {
    for (const [address, lat, lng] of positions) await setPin(ctx, address, { lat, lng }, 'place');
  });
  const visitor: Caller = { grants: [], visitor: 'demo' };
  await run(dana, 'yes', initializeTemplates);
  await setUpCompany({ run, dana });
  const today = dayIn(services.config.BUSINESS_TIMEZONE, new Date(start));
  for (const job of recurringJobs(today, services.config.BUSINESS_TIMEZONE))
    await run(dana, 'yes', (ctx) => createRecurring(ctx, createRecurringInput.parse(job)));

  const photo = async (ctx: AppContext, shape: Shape) => {
    const bytes = await drawPhoto(random, shape);
    return writePicture(ctx, bytes, sha256(bytes));
  };
  const ask = async (daysAgo: number) => {
    at = start - daysAgo * DAY + random.int(0, 8) * HOUR - random.int(0, 50) * 60_000;
    at = Math.min(at, start - HOUR);
    const [name, email, company] = random.pick(customers);
    const from = random.pick(places);
    const to = random.pick(places);
    const chosen = Array.from({ length: random.int(1, 3) }, () => random.pick(things));
    return run(visitor, 'yes', async (ctx) => {
      const items = [];
      for (const thing of chosen) {
        const picture = random.chance(0.6) ? addPicture(ctx, await photo(ctx, thing.shape), false) : undefined;
        items.push({
          name: thing.name,
          description: thing.description,
          value: thing.value,
          quantity: random.int(1, 4),
          imageUrls: picture ? [picture] : [],
        });
      }
      await ctx.em.flush();
      const input = quoteInput.parse({
        customer: { name, email, phone: `+1 555 010 01${random.int(40, 99)}`, company },
        pickupAddress: from,
        deliveryAddress: to === from ? '1 Depot Way\nSpringfield' : to,
        notes: random.pick(remarks),
        items,
        speedType: random.pick(['let_quickfleet_choose', 'today', 'let_quickfleet_choose']),
      });
      return createQuote(ctx, input);
    });
  };
  /** Near the range that the form showed, mostly a little above its middle. */
  const priceOf = ({ estimate = null }: Asked) => {
    const middle = estimate ? (Number(estimate.from) + Number(estimate.to)) / 2 : random.int(18, 240);
    return `${Math.round((middle * random.int(94, 116)) / 100)}.${random.pick(['00', '50', '90', '25'])}`;
  };
  const sendQuote = (quote: Asked) => {
    at += random.int(1, 5) * HOUR;
    const { id } = quote;
    const paymentUrl = `https://pay.quickfleet.example/q/${id}`;
    return run(dana, 'yes', (ctx) => updateQuote(ctx, { id, price: priceOf(quote), paymentUrl, notes: undefined }));
  };
  const moveQuote = (id: number, status: 'accepted' | 'paid') => {
    at += random.int(1, 6) * HOUR;
    return run(dana, 'yes', (ctx) => updateQuote(ctx, { id, status, notes: undefined }));
  };

  let isDoorShut = false;
  let shown: Demo = { password, accessCode: '', trackingNumber: '' };
  for (let index = ORDERS - 1; index >= 0; index--) {
    const stage = stageOf(index);
    const daysAgo = index < 13 ? index * 0.12 + 0.3 : 3 + ((index - 13) / (ORDERS - 13)) * (DAYS - 3);
    const asked = await ask(daysAgo + 0.7);
    await sendQuote(asked);
    await moveQuote(asked.id, 'paid');
    at = Math.min(at + random.int(1, 3) * HOUR, start - (index < 13 ? random.int(2, 6) * HOUR : DAY));
    const windows = index < 13 ? windowsFor(index) : {};
    const order = await run(dana, 'yes', (ctx) => convertQuote(ctx, { id: asked.id, ...windows }));
    await carry(order, stage, index);
    if (stage === 'in_transit') shown = { ...shown, trackingNumber: order.trackingNumber };
    if (stage === 'assigned') shown = { ...shown, accessCode: order.accessCode ?? '' };
  }
  for (let index = OPEN_QUOTES - 1; index >= 0; index--) {
    const stage = index < 4 ? 'draft' : (openStages[index % openStages.length] ?? 'draft');
    const asked = await ask(index < 4 ? 0.05 + index * 0.1 : index * 0.45);
    if (stage === 'draft') continue;
    await sendQuote(asked);
    if (stage !== 'sent') await moveQuote(asked.id, stage);
  }
  await agree({ run, ask, dana, visitor, wait: (hours) => (at = Math.min(at + hours * HOUR, start)) });
  at = start;
  await driveDays(services.orm.em.fork(), {
    today,
    days: DAYS,
    zone: services.config.BUSINESS_TIMEZONE,
    currency: CURRENCY_DEFAULT,
    team: people.team.map(({ id, firstName, lastName }) => ({ id, name: [firstName, lastName].join(' ') })),
    random,
  });
  await billMonths({
    ...{ run, dana, today, zone: services.config.BUSINESS_TIMEZONE },
    context: () => ({ ...contextOf(dana), em: services.orm.em.fork(), grant: 'yes' }),
    setClock: (moment) => {
      at = Math.min(moment.getTime(), start);
    },
  });
  await settle(services);
  return shown;

  /** Two hours each for pickup and delivery, over today and tomorrow; the first ones are over by now. */
  function windowsFor(index: number) {
    const zone = services.config.BUSINESS_TIMEZONE;
    const hour = Math.floor(start / HOUR) * HOUR;
    const between = (from: number) => ({
      from: new Date(from).toISOString(),
      to: new Date(from + 2 * HOUR).toISOString(),
    });
    const isTomorrow = index % 5 === 4;
    const tomorrow = momentOf(addDays(dayAt(new Date(start), zone), 1), (8 + (index % 4) * 2) * 60, zone).getTime();
    const from = isTomorrow ? tomorrow : hour + ((index % 6) - 3) * HOUR;
    return { pickupWindow: between(from), deliveryWindow: between(from + 2 * HOUR) };
  }

  async function carry(order: Order, stage: ReturnType<typeof stageOf>, index: number): Promise<void> {
    if (stage === 'pending') return;
    const driver = people.team[index % people.team.length];
    if (!driver) return;
    const step = () => {
      at = Math.min(at + random.int(20, 70) * 60_000, start - random.int(1, 10) * 60_000);
    };
    step();
    await run(dana, 'yes', (ctx) => assignDriver(ctx, { id: order.id, driverId: driver.id }));
    if (stage === 'assigned') return;
    if (stage === 'cancelled') {
      step();
      await run(dana, 'yes', (ctx) => setStatus(ctx, { id: order.id, status: 'cancelled' }));
      return;
    }
    const name = [driver.firstName, driver.lastName].join(' ');
    const onTheRoad: Caller = {
      user: { id: driver.id, username: driver.username, role: 'driver', name, hasFactor: true },
      grants: [],
      visitor: 'demo',
    };
    const shapeOf = (item: { name: string }) => things.find((thing) => thing.name === item.name)?.shape ?? 'box';
    const sign = async (kind: 'pickup' | 'delivery', customerName: string) => {
      step();
      const bytes = await drawSignature(random);
      await run(onTheRoad, 'own', async (ctx) =>
        captureSignature(ctx, {
          orderId: order.id,
          kind,
          signer: 'customer',
          customerName,
          takenAt: new Date(at - 20_000).toISOString(),
          picture: await writePicture(ctx, bytes, sha256(bytes)),
          strokes: null,
        }),
      );
    };
    step();
    for (const item of order.items) {
      await run(onTheRoad, 'own', async (ctx) =>
        documentPickup(ctx, {
          itemId: item.id,
          pictures: [await photo(ctx, shapeOf(item))],
          isPickedUp: true,
          takenAt: new Date(at),
        }),
      );
    }
    await sign('pickup', order.customerName);
    if (stage === 'picked_up') return;
    step();
    await run(onTheRoad, 'own', (ctx) => setStatus(ctx, { id: order.id, status: 'in_transit' }));
    if (stage === 'in_transit') {
      // One door stays shut: the office has to decide.
      if (!isDoorShut) {
        isDoorShut = true;
        step();
        await run(onTheRoad, 'own', async (ctx) =>
          createAttempt(ctx, {
            orderId: order.id,
            stop: 'delivery',
            outcome: 'failed',
            reason: 'not_home',
            noteCustomer: 'We rang twice.',
            noteOffice: 'The neighbour says: home after five',
            takenAt: new Date(at).toISOString(),
            photos: [await photo(ctx, 'box')],
            signature: undefined,
          }),
        );
      }
      return;
    }
    step();
    for (const item of order.items) {
      await run(onTheRoad, 'own', async (ctx) =>
        documentDelivery(ctx, {
          itemId: item.id,
          pictures: [await photo(ctx, shapeOf(item))],
          isDelivered: true,
          takenAt: new Date(at),
        }),
      );
    }
    await sign('delivery', random.pick(['Front desk', 'M. Alvarez', 'J. Stone', 'Reception', 'P. Iyer']));
  }
}

/** Rows say when they were last changed by the computer's clock; in the demo that is when their story says. */
async function settle(services: Services): Promise<void> {
  const em = services.orm.em.fork();
  for (const subject of ['quote', 'order']) {
    await em.execute(
      `update ${subject}s t set updated_at = h.at from (select subject_id, max(at) as at from history where subject = '${subject}' group by subject_id) h where h.subject_id = t.id`,
    );
  }
  await em.execute(
    'update customers c set created_at = q.at, updated_at = q.at from (select customer_id, min(created_at) as at from quotes group by customer_id) q where q.customer_id = c.id',
  );
}
