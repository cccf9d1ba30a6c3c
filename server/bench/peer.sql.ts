// What somebody would write by hand for the same answers: one statement each, named, with typed parameters.
const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const orderItems = `(select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text,
    'imageUrls', i.image_urls, 'pickupImageUrls', i.pickup_image_urls, 'transitImageUrls', i.transit_image_urls, 'deliveryImageUrls', i.delivery_image_urls,
    'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit, 'isDelivered', i.is_delivered, 'updatedAt', ${iso('i.updated_at')}) order by i.position, i.id), '[]')
  from order_items i where i.order_id = o.id) as items`;
const windowOf = (kind: string) =>
  `case when o.${kind}_from is not null then json_build_object('from', ${iso(`o.${kind}_from`)}, 'to', ${iso(`o.${kind}_to`)}) end as "${kind}Window"`;
const orderColumns = `o.id, o.tracking_number as "trackingNumber", o.status, o.driver_id as "driverId",
  case when d.id is not null then json_build_object('id', d.id, 'firstName', coalesce(d.first_name, d.username), 'lastName', d.last_name, 'phone', d.phone) end as driver,
  o.customer_id as "customerId", o.customer_name as "customerName", o.customer_email as "customerEmail", o.customer_phone as "customerPhone", o.customer_company as "customerCompany",
  o.quote_price::text as "quotePrice", o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", o.notes,
  o.driver_notes as "driverNotes", o.office_notes as "officeNotes", o.on_account as "onAccount",
  coalesce(o.parcels, greatest(1, least(999, (select sum(i.quantity) from order_items i where i.order_id = o.id)))::int) as parcels, ${windowOf('pickup')}, ${windowOf('delivery')},
  ${iso('o.delivery_date')} as "deliveryDate", ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt",
  ${iso('o.delivered_at')} as "deliveredAt", ${iso('o.actual_delivery')} as "actualDelivery", o.quote_id as "quoteId", o.version, ${orderItems}`;
const quoteColumns = `q.id, q.status, q.price::text as price, q.payment_url as "paymentUrl", q.pickup_address as "pickupAddress", q.delivery_address as "deliveryAddress", q.notes,
  q.speed_type as "speedType", to_char(q.speed_date, 'YYYY-MM-DD') as "speedDate", q.version, ${iso('q.created_at')} as "createdAt", ${iso('q.updated_at')} as "updatedAt",
  json_build_object('id', q.customer_id, 'name', q.customer_name, 'email', q.customer_email, 'phone', q.customer_phone, 'company', q.customer_company) as customer,
  (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name, 'description', i.description, 'quantity', i.quantity, 'value', i.value::text, 'imageUrls', i.image_urls) order by i.position, i.id), '[]')
     from quote_items i where i.quote_id = q.id) as items,
  o.id as "orderId", o.tracking_number as "trackingNumber", c.image_url as "signatureUrl", c.signer_name as "signatureCustomerName", ${iso('c.captured_at')} as "signatureCapturedAt",
  d.image_url as "driverSignatureUrl", d.signer_name as "driverSignatureName", ${iso('d.captured_at')} as "driverSignatureCapturedAt"`;
const lastSignature = (signer: string) =>
  `(select image_url, signer_name, captured_at from signatures where order_id = o.id and signer = '${signer}' order by captured_at desc, id desc limit 1)`;

const reached = (status: string) =>
  `(select ${iso('min(h.at)')} from history h where h.subject = 'order' and h.subject_id = o.id and h.to_status = '${status}')`;

/** By the name of the prepared statement. */
export const statements = {
  orders: `select ${orderColumns}, (select sum(amount)::int from figures where topic = 'orders') as total
    from (select * from orders order by created_at desc, id desc limit $1 offset $2) o left join users d on d.id = o.driver_id
    order by o.created_at desc, o.id desc`,
  order: `select ${orderColumns}, o.access_code_sealed as sealed,
      (select coalesce(json_agg(json_build_object('kind', s.kind, 'signer', s.signer, 'signerName', s.signer_name, 'url', s.image_url,
        'capturedAt', ${iso('s.captured_at')}, 'signedAt', ${iso('s.signed_at')}) order by s.captured_at, s.id), '[]') from signatures s where s.order_id = o.id) as signatures,
      (select coalesce(json_agg(l.url), '[]') from late_evidence l where l.order_id = o.id) as "lateEvidence"
    from orders o left join users d on d.id = o.driver_id where o.id = $1`,
  quotes: `select ${quoteColumns}, (select sum(amount)::int from figures where topic = 'quotes') as total
    from (select * from quotes order by created_at desc, id desc limit $1 offset $2) q left join orders o on o.quote_id = q.id
      left join lateral ${lastSignature('customer')} c on true left join lateral ${lastSignature('driver')} d on true
    order by q.created_at desc, q.id desc`,
  tracking: `select o.tracking_number as "trackingNumber", o.status, o.driver_id is not null as "hasDriver", o.customer_name as "customerName",
      o.pickup_address as "pickupAddress", o.delivery_address as "deliveryAddress", ${iso('o.delivery_date')} as "deliveryDate", ${windowOf('pickup')}, ${windowOf('delivery')},
      ${iso('o.created_at')} as "createdAt", ${iso('o.updated_at')} as "updatedAt", ${iso('o.delivered_at')} as "deliveredAt",
      ${iso('o.actual_delivery')} as "actualDelivery", ${iso('o.cancelled_at')} as "cancelledAt",
      ${reached('picked_up')} as "pickedUp", ${reached('in_transit')} as "inTransit",
      case when d.id is not null and o.status in ('assigned', 'picked_up', 'in_transit') then json_build_object('firstName', coalesce(d.first_name, 'Your driver'), 'phone', d.phone) end as driver,
      (select json_build_object('signatureUrl', s.image_url, 'signatureCustomerName', s.signer_name, 'signatureCapturedAt', ${iso('s.captured_at')})
        from signatures s where s.order_id = o.id and s.signer = 'customer' order by s.captured_at desc, s.id desc limit 1) as quote,
      (select coalesce(json_agg(json_build_object('name', i.name, 'description', i.description, 'quantity', i.quantity, 'imageUrls', i.image_urls,
        'pickupImageUrls', i.pickup_image_urls, 'deliveryImageUrls', i.delivery_image_urls, 'isPickedUp', i.is_picked_up, 'isInTransit', i.is_in_transit,
        'isDelivered', i.is_delivered) order by i.position, i.id), '[]') from order_items i where i.order_id = o.id) as items
    from orders o left join users d on d.id = o.driver_id where o.tracking_number = $1`,
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
