import type { EntityManager } from '@mikro-orm/postgresql';
import { TRACKING_PREFIX } from '@quickfleet/shared/limits';
import type { Pool } from 'pg';
import { fillWords } from '../db/schema/fill-words.ts';
import { searchedTables, searchIndex } from '../db/schema/search-index.ts';
import { things } from './company.ts';
import { cities, companies, firstNames, lastNames, streets } from './crowd.ts';

/** How much of everything; what is not named follows from the number of orders. */
export interface Amounts {
  orders: number;
  quotes?: number;
  customers?: number;
  drivers?: number;
  mails?: number;
  /** Also the rows of photos and signatures, without their files: for a measurement, where nobody looks at them. */
  withPhotoRows?: boolean;
}

/** The largest prime below 10^12: multiplying modulo it gives every row another tracking number. */
const PRIME = 999_999_999_989;
const DAYS = 730;

const list = (words: readonly string[]) =>
  `array[${words.map((word) => `'${word.replaceAll("'", "''")}'`).join(', ')}]`;
/** A word of the list, chosen by row and salt: the same rows every time. */
const pick = (words: readonly string[], row: string, salt: number) =>
  `(${list(words)})[pg_temp.roll(${row}, ${salt}, ${words.length}) + 1]`;
const person = (row: string) => `${pick(firstNames, row, 1)} || ' ' || ${pick(lastNames, row, 2)}`;
const address = (row: string, salt: number) =>
  `(pg_temp.roll(${row}, ${salt}, 320) + 1) || ' ' || ${pick(streets, row, salt + 1)} || E'\\n' || ${pick(cities, row, salt + 2)}`;
/** Nobody in a company with such addresses is real: .example is reserved (RFC 2606). */
const INVENTED = '%.example';

/** Refuses a database that anybody real is in, whatever a folder or a flag says about it. */
async function requireInvented(em: EntityManager): Promise<void> {
  const [row] = await em.execute<{ real: boolean }[]>(
    `select exists (select 1 from customers where email not like ?) or exists (select 1 from quotes where customer_email not like ?)
       or exists (select 1 from orders where customer_email not like ?) or exists (select 1 from users where email not like ?) as real`,
    [INVENTED, INVENTED, INVENTED, INVENTED],
  );
  if (row?.real) throw new Error('somebody works in this database; only an empty one or the demo company is filled.');
}

/**
 * Fills an empty database, or the demo's, with many rows of two years, in a few statements and the same every time:
 * enough to see how lists and searches behave. There are no photos and signatures, and nobody knows an access code.
 * Not through the services, as the demo's own company is: they make one row at a time, each with its history and mails.
 */
export async function fillCompany(em: EntityManager, now: Date, amounts: Amounts): Promise<void> {
  const { orders } = amounts;
  const {
    quotes = Math.ceil(orders * 0.3),
    customers = Math.ceil(orders / 5),
    drivers = 40,
    mails = Math.ceil(orders / 2),
    withPhotoRows = false,
  } = amounts;
  await em.transactional(async (tx) => {
    await requireInvented(tx);
    await tx.execute(`set local statement_timeout = 0`);
    await tx.execute(`set local maintenance_work_mem = '256MB'`);
    // Row by row the trigram indexes take most of the time; they are made again over the finished tables.
    for (const table of searchedTables) await tx.execute(`drop index if exists "${searchIndex(table).name}"`);
    await tx.execute(
      `create function pg_temp.roll(n bigint, salt int, sides int) returns int immutable language sql as 'select ((hashint8extended(n, salt) & 9223372036854775807) % sides)::int'`,
    );
    await addPeople(tx, now, customers, drivers);
    await addQuotes(tx, now, quotes, customers);
    await addPromises(tx, now);
    await addOrders(tx, now, { orders, quotes, customers, drivers, withPhotoRows });
    if (withPhotoRows) await addPhotoRows(tx);
    await addHistory(tx);
    await addMails(tx, mails);
    await tx.execute('drop table filled_orders, filled_quotes, filled_customers, filled_drivers');
  });
  // A vacuum runs in no transaction, and a large one takes longer than a call may.
  const pool: Pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await fillWords(client);
    const { rows: trigrams } = await client.query("select 1 from pg_extension where extname = 'pg_trgm'");
    if (trigrams.length > 0) for (const table of searchedTables) await client.query(searchIndex(table).expression);
    // Giving the rows their words left an old copy of each. Only the plain vacuum marks pages as visible to all.
    for (const table of searchedTables) await client.query(`vacuum full ${table}`);
    for (const table of filled) await client.query(`vacuum (analyze) ${table}`);
    await client.query('reset statement_timeout');
  } finally {
    client.release();
  }
}
const filled = [
  'customers',
  'users',
  'quotes',
  'quote_items',
  'quote_questions',
  'quote_promises',
  'orders',
  'order_items',
  'signatures',
  'stored_files',
  'history',
  'emails',
  'figures',
] as const;

async function addPeople(tx: EntityManager, now: Date, customers: number, drivers: number): Promise<void> {
  await tx.execute(
    `create temporary table filled_drivers as with made as (
       insert into users (username, password_hash, role, first_name, last_name, email, phone, is_active, created_at, updated_at)
       select 'driver-' || n, 'none', 'driver', ${pick(firstNames, 'n', 3)}, ${pick(lastNames, 'n', 4)}, 'driver-' || n || '@quickfleet.example',
         '+1 555 010 ' || lpad(n::text, 4, '0'), n % 10 <> 0, at, at
       from generate_series(1, ?) n, (select ?::timestamptz - make_interval(days => ?) as at) start returning id)
     select id, row_number() over (order by id) as place from made`,
    [drivers, now, DAYS],
  );
  await tx.execute(
    `create temporary table filled_customers as with made as (
       insert into customers (name, email, phone, company, created_at, updated_at)
       select ${person('n')}, 'customer-' || n || '@' || lower(replace(${pick(companies, 'n', 5)}, ' ', '-')) || '.example', '+1 555 010 ' || lpad((n % 10000)::text, 4, '0'),
         case when n % 3 > 0 then ${pick(companies, 'n', 5)} end, at, at
       from generate_series(1, ?) n, lateral (select ?::timestamptz - make_interval(mins => (n::bigint * ? / ?)::int) as at) day returning id, name, email, phone, company)
     select *, row_number() over (order by id) as place from made`,
    [customers, now, DAYS * 1440, customers],
  );
  await tx.execute('create unique index on filled_customers (place)');
}

async function addQuotes(tx: EntityManager, now: Date, quotes: number, customers: number): Promise<void> {
  // Number 1 is the newest. Of the last fortieth nothing is an order yet; of what is older, nearly all.
  await tx.execute(
    `create temporary table filled_quotes as with made as (
       insert into quotes (customer_id, customer_name, customer_email, customer_phone, customer_company, pickup_address, delivery_address, notes, speed_type, status, price, payment_url, created_at, updated_at)
       select c.id, c.name, c.email, c.phone, c.company, ${address('n', 10)}, ${address('n', 20)}, case when n % 4 = 0 then 'Please ring twice.' end,
         case n % 3 when 0 then 'today' else 'let_quickfleet_choose' end, s.status, case when s.status <> 'draft' then (1500 + pg_temp.roll(n, 30, 30000)) / 100.0 end,
         case when s.status <> 'draft' then 'https://pay.quickfleet.example/q/' || n end, at, at + interval '5 hours'
       from generate_series(?, 1, -1) n join filled_customers c on c.place = pg_temp.roll(n, 31, ?) + 1,
         lateral (select case when n * 40 < ? then (array['draft', 'sent', 'accepted', 'paid'])[n % 4 + 1] when n % 11 = 0 then 'sent' when n % 97 = 0 then 'accepted' else 'converted' end as status) s,
         lateral (select ?::timestamptz - make_interval(secs => n::float8 * ? / ?) as at) day
       returning id, status, created_at)
     select id, status, created_at, row_number() over (partition by status order by id desc) as place from made`,
    [quotes, customers, quotes, now, DAYS * 86_400, quotes],
  );
  await tx.execute("create index on filled_quotes (place) where status = 'converted'");
  await tx.execute(
    `insert into quote_items (quote_id, position, name, quantity, value)
     select q.id, position, ${pick(
       things.map(({ name }) => name),
       'q.id * 4 + position',
       40,
     )}, pg_temp.roll(q.id, 41, 4) + 1, 50 + pg_temp.roll(q.id, 42, 400)
     from filled_quotes q, generate_series(0, pg_temp.roll(q.id, 43, 3)) position`,
  );
}

/** Prices within five hours and answers within one, of which some come late; who has no price yet waits for it. */
async function addPromises(tx: EntityManager, now: Date): Promise<void> {
  await tx.execute(
    `insert into quote_promises (quote_id, kind, made_at, due_at, kept_at, told_at)
     select q.id, 'price', q.created_at, due, case when q.status <> 'draft' then least(kept, ?::timestamptz) end, case when q.status = 'draft' and due < ?::timestamptz then due end
     from filled_quotes q, lateral (select q.created_at + interval '28 hours' as due, q.created_at + make_interval(hours => case when q.id % 15 = 0 then 40 else 5 end) as kept) at
     order by q.id`,
    [now, now],
  );
  await tx.execute(
    `update quotes q set due_at = p.due_at, due_kind = p.kind from quote_promises p
      where p.quote_id = q.id and p.kept_at is null and q.id in (select id from filled_quotes)`,
  );
  await tx.execute(
    `with asked as (
       insert into quote_questions (quote_id, text, asked_at, answer, answered_at, answered_by)
       select q.id, 'I would like to know whether you carry it upstairs.', at, 'Yes, we do.', least(at + make_interval(hours => case when q.id % 35 = 0 then 3 else 1 end), ?::timestamptz), 'Office'
       from filled_quotes q, lateral (select q.created_at + interval '6 hours' as at) asked
       where q.id % 7 = 0 and q.status <> 'draft' and at < ?::timestamptz order by q.id returning id, quote_id, asked_at, answered_at)
     insert into quote_promises (quote_id, kind, question_id, made_at, due_at, kept_at)
       select quote_id, 'answer', id, asked_at, asked_at + interval '2 hours', answered_at from asked order by id`,
    [now, now],
  );
}

async function addOrders(
  tx: EntityManager,
  now: Date,
  { orders, quotes, customers, drivers, withPhotoRows }: Required<Omit<Amounts, 'mails'>>,
): Promise<void> {
  const photos = (kind: string) =>
    withPhotoRows
      ? `case when position = 0 and o.status = 'delivered' then jsonb_build_array('/files/' || ${photoKey(kind)}) else '[]' end`
      : `'[]'::jsonb`;
  // Some orders of every age come from a converted quote, in its order of time; the others were made without one.
  const everyNth = Math.max(1, Math.floor(orders / quotes));
  await tx.execute(
    `create temporary table filled_orders as with made as (
       insert into orders (quote_id, customer_id, driver_id, tracking_number, access_code_hash, access_code_sealed, customer_name, customer_email, customer_phone, customer_company,
         pickup_address, delivery_address, notes, quote_price, status, delivery_date, delivered_at, actual_delivery, cancelled_at, created_at, updated_at)
       select q.id, c.id, case when s.status <> 'pending' then d.id end, '${TRACKING_PREFIX}' || lpad(((n * 387420489 + 271828182845) % ${PRIME})::text, 12, '0'),
         encode(sha256(('nobody knows ' || n)::bytea), 'hex'), '', c.name, c.email, c.phone, c.company, ${address('n', 50)}, ${address('n', 60)},
         case when n % 5 = 0 then 'Loading dock is behind the building.' end, case when n % 50 > 0 then (1500 + pg_temp.roll(n, 70, 30000)) / 100.0 end, s.status, done, done, done,
         case when s.status = 'cancelled' then at + interval '2 hours' end, at, case s.status when 'pending' then at when 'delivered' then done else at + interval '3 hours' end
       from generate_series(?::bigint, 1, -1) n
         join filled_customers c on c.place = pg_temp.roll(n, 71, ?) + 1
         join filled_drivers d on d.place = pg_temp.roll(n, 72, ?) + 1
         left join filled_quotes q on q.status = 'converted' and n % ? = 0 and q.place = n / ?,
         lateral (select ?::timestamptz - make_interval(secs => n::float8 * ? / ?) as at) day,
         lateral (select case when at > ?::timestamptz - interval '36 hours' then (array['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'assigned'])[n % 6 + 1]
            when n % 15 = 0 then 'cancelled' when n % 400 = 1 then 'pending' else 'delivered' end as status) s,
         lateral (select case when s.status = 'delivered' then least(at + make_interval(mins => 90 + pg_temp.roll(n, 73, 2000)), ?::timestamptz) end as done) finish
       returning id, quote_id, customer_email, tracking_number, status, created_at, updated_at, driver_id)
     select *, row_number() over (order by id desc) as place from made`,
    [orders, customers, drivers, everyNth, everyNth, now, DAYS * 86_400, orders, now, now],
  );
  await tx.execute(
    `insert into order_items (order_id, position, name, quantity, value, pickup_image_urls, delivery_image_urls, is_picked_up, is_in_transit, is_delivered, updated_at)
     select o.id, position, ${pick(
       things.map(({ name }) => name),
       'o.id * 4 + position',
       80,
     )}, pg_temp.roll(o.id, 81, 4) + 1, 50 + pg_temp.roll(o.id, 82, 400), ${photos('pickup')}, ${photos('delivery')}, o.status in ('picked_up', 'in_transit', 'delivered'), o.status in ('in_transit', 'delivered'), o.status = 'delivered', o.updated_at
     from filled_orders o, generate_series(0, pg_temp.roll(o.id, 83, 3)) position`,
  );
  // A quote that no order took stays paid.
  await tx.execute(
    `update quotes set status = 'paid' where status = 'converted' and id in (select id from filled_quotes) and not exists (select 1 from orders where quote_id = quotes.id)`,
  );
}

const photoKey = (kind: string) => `md5('${kind}' || o.id) || '.jpg'`;
/** Two photos and the customer's signature of each delivered order. */
async function addPhotoRows(tx: EntityManager): Promise<void> {
  await tx.execute(
    `insert into stored_files (key, type, size, width, height, claimed_at, content_hash, created_at)
     select md5(kind || o.id) || '.jpg', 'image/jpeg', 180000 + pg_temp.roll(o.id, 90, 90000), 1600, 1200, o.updated_at, md5(o.id || kind), o.updated_at
     from filled_orders o, unnest(array['pickup', 'delivery', 'signature']) kind where o.status = 'delivered' order by o.id`,
  );
  await tx.execute(
    `insert into signatures (order_id, kind, signer, signer_name, image_url, image_hash, captured_at)
     select o.id, 'delivery', 'customer', ${person('o.id')}, '/files/' || ${photoKey('signature')}, md5('signature' || o.id), o.updated_at
     from filled_orders o where o.status = 'delivered'`,
  );
}

async function addHistory(tx: EntityManager): Promise<void> {
  // Two years' lines in one go: the sweep links them, like lines from before the chain.
  await tx.execute('alter table history disable trigger history_append');
  await tx.execute(
    `insert into history (subject, subject_id, action, to_status, actor_kind, actor_name, at)
     select 'quote', id, 'quote.created', 'draft', 'visitor', 'Visitor', created_at from filled_quotes
     union all select 'order', id, 'order.created', 'pending', 'system', 'QuickFleet', created_at from filled_orders`,
  );
  await tx.execute(
    `insert into history (subject, subject_id, action, from_status, to_status, actor_kind, actor_name, at)
     select 'order', o.id, 'order.' || step.to_status, step.from_status, step.to_status, 'system', 'QuickFleet', o.created_at + (o.updated_at - o.created_at) * step.share
     from filled_orders o join (values ('pending', 'assigned', 0.3, 1), ('assigned', 'picked_up', 0.5, 2), ('picked_up', 'in_transit', 0.6, 3), ('in_transit', 'delivered', 1, 4))
       step (from_status, to_status, share, place) on step.place <= case o.status when 'assigned' then 1 when 'picked_up' then 2 when 'in_transit' then 3 when 'delivered' then 4 else 0 end`,
  );
  await tx.execute('alter table history enable trigger history_append');
}

async function addMails(tx: EntityManager, mails: number): Promise<void> {
  await tx.execute(
    `insert into emails (message_id, trigger, recipient, subject, html, text, order_id, status, tries, created_at)
     select 'filled-' || o.id || '@quickfleet.example', 'order_created', o.customer_email, 'Your order ' || o.tracking_number || ' is on its way',
       '<html><body style="font-family: sans-serif">' || repeat('<p style="margin: 0 0 12px; color: #1b2430">Order ' || o.tracking_number || ' of ' || o.created_at || '</p>', 25) || '</body></html>',
       repeat('Order ' || o.tracking_number || ' of ' || o.created_at || E'\\n', 12), o.id, 'kept', 0, o.created_at
     from filled_orders o where o.place <= ? order by o.id`,
    [mails],
  );
}
