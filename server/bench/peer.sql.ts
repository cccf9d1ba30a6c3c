import { listedOrder, orderInFull } from '../src/delivery/orders/orders.queries.ts';
import { trackedStatement } from '../src/delivery/tracking/tracking.queries.ts';
import { listedQuote, quoteJoins } from '../src/quoting/quotes/quotes.queries.ts';

// What somebody would write by hand for the same answers: one statement each, named, with typed parameters. The columns
// are the product's own, so that the bytes stay the same when an order learns something new; where the rows come from is
// written here, as plainly as the one case that is measured allows.
const placed = (sql: string, first: number): string => {
  let place = first;
  return sql.replaceAll('?', () => `$${place++}`);
};

/** By the name of the prepared statement. */
export const statements = {
  orders: `select ${listedOrder.list}, (select sum(amount)::int from figures where topic = 'orders') as "rowsInAll"
    from (select * from orders order by created_at desc, id desc limit $1 offset $2) o left join users d on d.id = o.driver_id
    order by o.created_at desc, o.id desc`,
  order: `select ${orderInFull.list} from orders o left join users d on d.id = o.driver_id where o.id = $1`,
  quotes: `select ${placed(listedQuote.list, 3)}, (select sum(amount)::int from figures where topic = 'quotes') as "rowsInAll"
    from (select * from quotes order by created_at desc, id desc limit $1 offset $2) q ${quoteJoins}
    order by q.created_at desc, q.id desc`,
  tracking: placed(trackedStatement('').sql, 1),
  insertCustomer: `with made as (insert into customers (name, email, created_at, updated_at) values ($1, $2, now(), now()) on conflict (lower(email)) do nothing returning id)
    select id from made union all select id from customers where lower(email) = lower($2) limit 1`,
  insertOrder: `insert into orders (customer_id, tracking_number, access_code_hash, access_code_sealed, customer_name, customer_email, pickup_address, delivery_address, quote_price, status, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', now(), now()) returning id`,
  insertItem: `insert into order_items (order_id, position, name, quantity, updated_at) values ($1, 0, $2, $3, now())`,
  insertHistory: `insert into history (subject, subject_id, action, to_status, actor_kind, actor_name, at) values ($1, $2, $3, $4, 'user', 'bench', now())`,
  insertMail: `insert into emails (message_id, trigger, recipient, subject, html, text, order_id, status, created_at) values ($1, 'order_created', $2, $3, $4, $5, $6, 'kept', now()) returning id`,
  notify: `select pg_notify('bench', $1)`,
} as const;
export type StatementName = keyof typeof statements;
