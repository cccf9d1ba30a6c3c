// Where personal data of a customer can be: every text and JSON column of every table, how its rows are found and what
// erasing does to them. Export and erasure are made from this list; personal-data.register.test.ts compares it with the
// entities.
import { columnOf, fieldsThat } from '@quickfleet/shared/base/fields';
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { ERASED, ERASED_EMAIL } from '@quickfleet/shared/people/personal-data';
import { hashOf, sameHashOf } from '../../company/places/places.queries.ts';
import { quoted } from '../../db/sql.ts';
import { FILES_BASE } from '../../files/uploads/uploads.service.ts';
import { mailboxOf } from '../../messages/outbox/email.entity.ts';

export interface Kept {
  /** SQL about a row `t`: it is the customer's. May name `person`, `quote_ids`, `order_ids`, `addresses` and `naming`. */
  own: string;
  /** Columns that can say something about a person. */
  personal: readonly string[];
  /** Columns that cannot. */
  plain: readonly string[];
  /** Columns that the export leaves out: what opens something, and indexes. */
  hidden?: readonly string[];
  /** SQL that selects the `url` of each file of a row `t`, and whether it is a signature. */
  files?: readonly (readonly [urls: string, isSignature: string])[];
  /** What erasing does: the rows go, or these columns get these values. */
  erase: 'delete' | { set: Readonly<Record<string, string>>; unless?: string };
}

const erased = `'${ERASED}'`;
const list = `'[]'`;
const ofOrder = 't.order_id in (select id from order_ids)';
const ofQuote = 't.quote_id in (select id from quote_ids)';
const ofPerson = (alias: string) => `${alias}.customer_id in (select id from person)`;
const ofSubject = `(t.subject = 'customer' and t.subject_id in (select id from person))
  or (t.subject = 'quote' and t.subject_id in (select id from quote_ids))
  or (t.subject = 'order' and t.subject_id in (select id from order_ids))
  or (t.subject = 'key' and t.subject_id in (select k.id from api_keys k where ${ofPerson('k')}))
  or (t.subject = 'webhook' and t.subject_id in (select w.id from webhooks w where ${ofPerson('w')}))
  or (t.subject = 'invoice' and t.subject_id in (select i.id from invoices i where ${ofPerson('i')}))
  or (t.subject = 'inbound' and t.subject_id in (select s.id from inbound_shops s where ${ofPerson('s')}))`;
/** Mails to the other members of a customer, which name it and not its address. */
const MEMBER_MAILS = [
  'account_member_joined',
  'account_member_left',
  'account_customer_member',
  'account_customer_email',
  'account_email_changed',
];
/** SQL: a text has the person's name, or their company's; shorter ones are words of everybody. */
const namesPerson = (text: string) =>
  `exists (select 1 from person p cross join lateral (values (p.name), (p.company)) w (word)
     where length(w.word) >= 5 and position(lower(w.word) in lower(${text})) > 0)`;
/** The end of a number, which is the same with and without the code of its country. */
const lastDigits = (number: string) => `right(regexp_replace(${number}, '[^0-9]', '', 'g'), 9)`;
const photos = (...columns: string[]) =>
  [`jsonb_array_elements_text(${columns.map((column) => `t.${column}`).join(' || ')})`, 'false'] as const;
const contentPhotos = [
  `jsonb_array_elements_text(jsonb_path_query_array(t.content, '$.items[*].imageUrls[*]'))`,
  'false',
] as const;
const capture = ['position', 'device_id', 'device_name', 'by'];
const person = {
  customer_name: erased,
  customer_email: `'${ERASED_EMAIL}'`,
  customer_phone: 'null',
  customer_company: 'null',
  pickup_address: erased,
  delivery_address: erased,
  pickup_contact: 'null',
  delivery_contact: 'null',
  contact_search: 'null',
  words: 'null',
  notes: 'null',
};
const personColumns = Object.keys(person);
/** What other programs know it by, which may be a name. */
const numbers = { external_id: 'null', external_hash: 'null', metadata: 'null', external_search: 'null' };
const numberColumns = Object.keys(numbers);

const setTo = (fields: readonly string[], value: string) =>
  Object.fromEntries(fields.map((field) => [columnOf(field), value]));
/** What the table of an order's fields calls personal: a text that must be there is replaced, the rest goes. */
const ofTheirOrders = {
  ...setTo(fieldsThat(orderFields, { isPersonal: true, kept: 'text' }), erased),
  ...setTo(fieldsThat(orderFields, { isPersonal: true, kept: 'optional text' }), 'null'),
  ...setTo(fieldsThat(orderFields, { isPersonal: true, kept: 'rule' }), 'null'),
};
const plainTextsOfOrders = [
  ...fieldsThat(orderFields, { isPersonal: false, kept: 'text' }),
  ...fieldsThat(orderFields, { isPersonal: false, kept: 'optional text' }),
].map(columnOf);

/** Tables with rows of customers. */
export const register: Readonly<Record<string, Kept>> = {
  customers: {
    own: 't.id in (select id from person)',
    personal: [
      ...['name', 'email', 'email_before', 'email_token_hash', 'phone', 'company', 'billing', 'search', 'words'],
      ...numberColumns,
    ],
    plain: ['proof_rules'],
    hidden: ['search', 'words', 'email_token_hash', 'external_hash', 'external_search'],
    erase: 'delete',
  },
  quotes: {
    own: 't.customer_id in (select id from person)',
    personal: [
      ...personColumns,
      ...numberColumns,
      'payment_url',
      'token_hash',
      'token_sealed',
      'form_token_hash',
      'lines',
      'outcome_reason',
      'search',
    ],
    plain: [
      'collect',
      'speed_type',
      'status',
      'language',
      'reference',
      'currency',
      'terms',
      'outcome',
      'due_kind',
      'pay_by',
      'needs',
      'estimate',
    ],
    hidden: [
      'search',
      'words',
      'contact_search',
      'token_hash',
      'token_sealed',
      'form_token_hash',
      'external_hash',
      'external_search',
    ],
    erase: {
      // A quote that became no order is deleted.
      unless: `t.status <> 'converted'`,
      set: {
        ...person,
        ...numbers,
        customer_id: 'null',
        payment_url: 'null',
        token_hash: 'null',
        token_sealed: 'null',
        form_token_hash: 'null',
        outcome_reason: 'null',
        lines: `(select jsonb_agg(line || '{"label": "${ERASED}"}') from jsonb_array_elements(case when jsonb_typeof(t.lines) = 'array' then t.lines end) line)`,
        updated_at: 'now()',
        version: 't.version + 1',
      },
    },
  },
  quote_items: {
    own: ofQuote,
    personal: ['name', 'description', 'image_urls'],
    plain: [],
    files: [photos('image_urls')],
    erase: { set: { name: erased, description: 'null', image_urls: list } },
  },
  deleted_quotes: {
    own: 't.id in (select id from quote_ids)',
    personal: ['content'],
    plain: [],
    files: [contentPhotos],
    erase: 'delete',
  },
  quote_revisions: {
    own: ofQuote,
    personal: ['content', 'changes'],
    plain: ['made_by'],
    files: [contentPhotos],
    erase: 'delete',
  },
  quote_acceptances: {
    own: ofQuote,
    personal: ['name', 'reason', 'address', 'device', 'signature_url', 'content'],
    plain: ['by', 'actor', 'content_hash'],
    files: [['t.signature_url', 'true']],
    erase: 'delete',
  },
  quote_questions: { own: ofQuote, personal: ['text', 'answer'], plain: ['answered_by'], erase: 'delete' },
  waiting_words: { own: ofQuote, personal: ['words'], plain: ['trigger'], erase: 'delete' },
  quote_visitors: { own: ofQuote, personal: ['visitor'], plain: [], erase: 'delete' },
  payments: {
    own: `${ofQuote} or t.reference ~* (select pattern from naming)
      or exists (select 1 from quotes q where q.id in (select id from quote_ids) and upper(t.reference) = upper(q.reference))`,
    personal: ['reference', 'problem', 'problem_said', 'reason'],
    plain: ['source', 'event_id', 'type', 'state', 'code', 'currency', 'provider_reference', 'decided_by_name'],
    erase: { set: { reference: 'null', problem: 'null', problem_said: 'null', reason: 'null' } },
  },
  orders: {
    own: 't.customer_id in (select id from person)',
    personal: [...new Set([...personColumns, ...numberColumns, ...Object.keys(ofTheirOrders), 'search', 'zone'])],
    plain: [
      ...plainTextsOfOrders,
      'needs',
      'fixed_stops',
      'tracking_number',
      'access_code_hash',
      'access_code_sealed',
      'status',
      'language',
      'cancelled_from',
      'currency',
      'outcome',
      'payment',
      'payment_before',
      'payment_method',
      'proof_rules',
      'collect',
    ],
    hidden: [
      'search',
      'words',
      'contact_search',
      'access_code_hash',
      'access_code_sealed',
      'external_hash',
      'external_search',
    ],
    erase: {
      set: {
        ...ofTheirOrders,
        ...person,
        ...numbers,
        customer_id: 'null',
        acceptance_id: 'null',
        zone: 'null',
        updated_at: 'now()',
        version: 't.version + 1',
      },
    },
  },
  order_items: {
    own: ofOrder,
    personal: ['name', 'description', 'image_urls', 'pickup_image_urls', 'transit_image_urls', 'delivery_image_urls'],
    plain: [],
    files: [photos('image_urls', 'pickup_image_urls', 'transit_image_urls', 'delivery_image_urls')],
    erase: {
      set: {
        name: erased,
        description: 'null',
        image_urls: list,
        pickup_image_urls: list,
        transit_image_urls: list,
        delivery_image_urls: list,
      },
    },
  },
  signatures: {
    own: ofOrder,
    personal: ['signer_name', 'signer_relation', 'image_url', 'image_hash', 'strokes'],
    plain: ['kind', 'signer'],
    files: [['t.image_url', 'true']],
    erase: 'delete',
  },
  attempts: {
    own: ofOrder,
    personal: [
      'note_customer',
      'note_office',
      'photo_urls',
      'items',
      'signer_name',
      'signer_relation',
      'override_reason',
      'content_hash',
      ...capture,
    ],
    plain: ['stop', 'outcome', 'reason', 'place', 'resolution', 'after'],
    files: [photos('photo_urls')],
    erase: 'delete',
  },
  proof_pieces: {
    own: ofOrder,
    personal: ['url', 'sha256', ...capture],
    plain: ['kind', 'stop'],
    files: [['t.url', `t.kind = 'signature'`]],
    erase: 'delete',
  },
  charges: {
    own: ofOrder,
    personal: ['label', 'content_hash'],
    plain: ['state', 'by'],
    hidden: ['content_hash'],
    erase: { set: { label: erased, content_hash: 'null' } },
  },
  collections: {
    own: ofOrder,
    personal: ['reason'],
    plain: ['currency', 'method', 'by'],
    erase: { set: { reason: 'null' } },
  },
  delivery_requests: {
    own: ofOrder,
    personal: ['text', 'asked', 'photo_url', 'reason', 'decided_by'],
    plain: ['by', 'kind', 'state'],
    files: [['t.photo_url', 'false']],
    erase: 'delete',
  },
  order_delays: {
    own: ofOrder,
    personal: ['words'],
    plain: ['reason'],
    erase: 'delete',
  },
  ratings: {
    own: ofOrder,
    personal: ['words'],
    plain: ['by'],
    erase: { set: { words: 'null' } },
  },
  late_evidence: {
    own: ofOrder,
    personal: ['item_name', 'url', 'content_hash', 'signer_name', 'strokes', 'by'],
    plain: ['kind', 'after'],
    files: [['t.url', `t.kind like '%signature'`]],
    erase: 'delete',
  },
  order_pins: {
    own: ofOrder,
    personal: [],
    plain: ['stop', 'pin_hash', 'pin_sealed', 'reader', 'sent_to'],
    hidden: ['pin_hash', 'pin_sealed', 'sent_to'],
    erase: 'delete',
  },
  deleted_orders: {
    own: 't.id in (select id from order_ids)',
    personal: ['items'],
    plain: ['tracking_number'],
    erase: { set: { items: list } },
  },
  incidents: {
    own: ofOrder,
    personal: ['description', 'answer', 'items', 'photo_urls', 'note', 'opened_by_name'],
    plain: ['kind', 'state', 'opened_by', 'reference'],
    files: [photos('photo_urls')],
    erase: {
      set: {
        description: 'null',
        answer: 'null',
        note: 'null',
        photo_urls: list,
        items: list,
        opened_by_name: erased,
      },
    },
  },
  invoices: {
    // The law says how long an invoice is kept as it was issued, with whoever it was for: it loses its customer alone.
    // A draft is nothing yet, and goes.
    own: ofPerson('t'),
    personal: [],
    plain: [
      ...['kind', 'state', 'number', 'series', 'credit_reason', 'buyer', 'seller', 'language', 'terms', 'currency'],
      ...['lines', 'taxes', 'reminders', 'note', 'pdf_hash'],
    ],
    erase: { set: { customer_id: 'null' }, unless: `t.state = 'draft'` },
  },
  office_notes: { own: ofSubject, personal: ['text'], plain: ['subject', 'author_name'], erase: 'delete' },
  history: {
    own: ofSubject,
    personal: ['detail', 'data'],
    plain: [
      'subject',
      'action',
      'from_status',
      'to_status',
      'actor_kind',
      'actor_name',
      // Of somebody who works for the company.
      'address',
      'files',
      'prev',
      'hash',
      'detail_hash',
      'detail_salt',
      'data_hash',
      'data_salt',
    ],
    hidden: ['address'],
    erase: { set: { detail: 'null', data: 'null' } },
  },
  mail_opt_outs: {
    own: 't.address in (select address from addresses)',
    personal: ['address'],
    plain: ['trigger'],
    erase: 'delete',
  },
  emails: {
    // About what is theirs, to them, or with their address in it.
    own: `t.quote_id in (select id from quote_ids) or t.order_id in (select id from order_ids)
      or t.order_ids && array(select id from order_ids)
      or t.invoice_id in (select i.id from invoices i where ${ofPerson('i')})
      or exists (select 1 from addresses a where ${mailboxOf('t.recipient')} = ${mailboxOf('a.address')} and lower(t.recipient) = a.address)
      or t.kind = 'sms' and (exists (select 1 from person p where ${lastDigits('t.recipient')} = ${lastDigits('p.phone')})
        or t.order_id in (select id from orders o where lower(o.delivery_contact ->> 'email') in (select address from addresses)))
      or t.text ~* (select pattern from naming)
      or t.trigger in (${quoted(MEMBER_MAILS)}) and ${namesPerson('t.text')}`,
    personal: ['recipient', 'subject', 'html', 'text', 'code_sealed', 'search', 'words'],
    plain: ['message_id', 'kind', 'trigger', 'report', 'attachment', 'status', 'last_error', 'held_for'],
    hidden: ['search', 'words', 'code_sealed', 'held_for'],
    erase: 'delete',
  },
  held_notices: {
    // Without them nothing is sent about orders that are nobody's any more.
    own: ofOrder,
    personal: ['told'],
    plain: ['kind', 'held_for'],
    hidden: ['told'],
    erase: 'delete',
  },
  report_recipients: {
    own: `t.customer_id in (select id from person) or lower(t.email) in (select address from addresses)`,
    personal: ['email'],
    plain: [],
    erase: 'delete',
  },
  recurring_orders: {
    // Nobody is erased while one is there.
    own: 't.customer_id in (select id from person)',
    personal: ['content'],
    plain: ['rule', 'problem', 'on_closed_day'],
    erase: 'delete',
  },
  events: {
    own: `t.customer_id in (select id from person)
      or (t.object_type = 'customer' and t.object_id in (select id from person))
      or (t.object_type = 'quote' and t.object_id in (select id from quote_ids))
      or (t.object_type = 'order' and t.object_id in (select id from order_ids))`,
    personal: ['data'],
    plain: ['event_id', 'type', 'object_type'],
    erase: 'delete',
  },
  webhook_deliveries: {
    // What a receiver answers may name somebody whatever the event was about.
    own: `t.event_id in (select id from own_events) or concat_ws(' ', t.answer, t.error, t.attempts::text) ~* (select pattern from naming)`,
    personal: ['answer', 'error', 'attempts'],
    plain: ['object_type', 'state'],
    erase: 'delete',
  },
  address_pins: {
    // Where other customers' goods are picked up or delivered too, it stays.
    own: `exists (select 1 from (
        select pickup_address as address from orders where id in (select id from order_ids)
        union select delivery_address from orders where id in (select id from order_ids)
        union select pickup_address from quotes where id in (select id from quote_ids)
        union select delivery_address from quotes where id in (select id from quote_ids)
        union select address from customer_addresses where customer_id in (select id from person)) theirs
        where t.address_hash = ${hashOf('theirs.address')} or t.same_hash = ${sameHashOf('theirs.address')})
      and not exists (select 1 from orders other where other.id not in (select id from order_ids)
        and (md5(lower(other.pickup_address)) = t.address_hash or md5(lower(other.delivery_address)) = t.address_hash))`,
    personal: ['address_hash', 'same_hash'],
    plain: [],
    erase: 'delete',
  },
  bank_payers: { own: ofPerson('t'), personal: ['payer'], plain: [], erase: 'delete' },
  address_places: {
    // Where other customers' goods are picked up or delivered too, it stays.
    own: `t.address_hash in (select md5(lower(address)) from (
        select pickup_address as address from orders where id in (select id from order_ids)
        union select delivery_address from orders where id in (select id from order_ids)
        union select pickup_address from quotes where id in (select id from quote_ids)
        union select delivery_address from quotes where id in (select id from quote_ids)
        union select address from customer_addresses where customer_id in (select id from person)) theirs)
      and not exists (select 1 from orders other where other.id not in (select id from order_ids)
        and (md5(lower(other.pickup_address)) = t.address_hash or md5(lower(other.delivery_address)) = t.address_hash))`,
    personal: ['address_hash'],
    plain: ['precision', 'source'],
    erase: 'delete',
  },
  customer_addresses: {
    own: 't.customer_id in (select id from person)',
    personal: ['address', 'label', 'contact'],
    plain: ['use'],
    erase: 'delete',
  },
  calendars: {
    own: 't.customer_id in (select id from person)',
    personal: [],
    plain: ['token_hash', 'token_sealed'],
    hidden: ['token_hash', 'token_sealed'],
    erase: 'delete',
  },
  customer_members: {
    own: 't.customer_id in (select id from person) or t.email in (select address from addresses)',
    personal: ['email'],
    plain: ['role'],
    erase: 'delete',
  },
  imports: {
    own: `t.constants::text ~* (select pattern from naming) or ${namesPerson('t.constants::text')}`,
    personal: ['constants'],
    plain: [
      ...['kind', 'file_name', 'state', 'columns', 'problem', 'created_by_name', 'sheet', 'sheets', 'day_order'],
      ...['told_day_order', 'questions', 'warnings', 'shop'],
    ],
    erase: { set: { constants: `'{}'` } },
  },
  import_layouts: {
    own: `t.constants::text ~* (select pattern from naming) or ${namesPerson('t.constants::text')}`,
    personal: ['constants'],
    plain: ['kind', 'heads', 'day_order'],
    erase: 'delete',
  },
  // A file is packed: it goes with the first person of its rows who is erased.
  import_file_parts: {
    own: `exists (select 1 from import_rows r where r.import_id = t.import_id and (
        r.email in (select address from addresses) or r.cells::text ~* (select pattern from naming)
        or r.customer_id in (select id from person) or ${namesPerson('r.cells::text')}))`,
    personal: [],
    plain: [],
    erase: 'delete',
  },
  import_rows: {
    own: `t.email in (select address from addresses) or t.cells::text ~* (select pattern from naming)
      or t.customer_id in (select id from person) or ${namesPerson('t.cells::text')}`,
    personal: ['cells', 'issues', 'warnings', 'outcome', 'email', 'external_id'],
    plain: ['state', 'fingerprint'],
    hidden: ['fingerprint'],
    erase: { set: { cells: list, issues: list, warnings: list, outcome: 'null', email: 'null', external_id: 'null' } },
  },
  delivery_pushes: {
    own: ofOrder,
    personal: ['endpoint', 'p256dh', 'auth', 'link_hash'],
    plain: ['reader'],
    hidden: ['endpoint', 'p256dh', 'auth', 'link_hash'],
    erase: 'delete',
  },
  tracking_codes: {
    own: ofOrder,
    personal: ['code_hash', 'tries_from'],
    plain: [],
    hidden: ['code_hash', 'tries_from'],
    erase: 'delete',
  },
  api_keys: {
    // A merchant's own; it is revoked, and its row stays for the record.
    own: ofPerson('t'),
    personal: ['name', 'allowed_addresses'],
    plain: ['prefix', 'key_hash', 'scopes', 'previous_hash', 'created_by_name'],
    hidden: ['key_hash', 'previous_hash'],
    erase: { set: { name: erased, allowed_addresses: list } },
  },
  webhooks: {
    // A merchant's own; the company's others are nobody's.
    own: ofPerson('t'),
    personal: ['url', 'description', 'disabled_reason', 'disabled_said', 'created_by_name'],
    plain: ['events', 'payload', 'secret_sealed', 'old_secret_sealed'],
    hidden: ['secret_sealed', 'old_secret_sealed'],
    erase: 'delete',
  },
  inbound_shops: {
    own: ofPerson('t'),
    personal: ['name', 'pickup_address', 'pickup_contact', 'shop_url', 'created_by_name'],
    plain: ['kind', 'token_hash', 'token_sealed', 'secret_sealed', 'access_token_sealed'],
    hidden: ['token_hash', 'token_sealed', 'secret_sealed', 'access_token_sealed'],
    erase: 'delete',
  },
  inbound_notices: {
    // What is sealed waits, and names recipients.
    own: `${ofOrder} or t.shop_id in (select s.id from inbound_shops s where ${ofPerson('s')})`,
    personal: ['external_id', 'shop_order_id', 'reason', 'fulfilment_error', 'body_sealed'],
    plain: ['delivery_id', 'topic', 'state', 'fulfilment'],
    hidden: ['body_sealed'],
    erase: 'delete',
  },
  api_key_calls: {
    own: `t.key_id in (select k.id from api_keys k where ${ofPerson('k')}) or t.path ~* (select pattern from naming)
      or exists (select 1 from person p where t.path ~ ('/customers/' || p.id || '(/|$)'))`,
    personal: ['path', 'address'],
    plain: ['method', 'unknown_fields'],
    erase: 'delete',
  },
  sign_in_links: {
    own: 't.email in (select address from addresses)',
    personal: ['email', 'token_hash'],
    plain: [],
    hidden: ['token_hash'],
    erase: 'delete',
  },
  former_subjects: {
    own: 't.customer_id in (select id from person) or lower(t.email) in (select address from addresses)',
    personal: ['email'],
    plain: ['subject'],
    erase: 'delete',
  },
};

/** Tables without customers' rows, or with rows that only our own code can link to a customer. */
export const elsewhere: Readonly<Record<string, { why: string; columns: readonly string[] }>> = {
  address_files: { why: 'the address file of the company, which names no person', columns: ['name'] },
  address_streets: {
    why: 'streets of the address file',
    columns: ['street_key', 'town_key', 'code_key', 'street', 'town', 'postcode'],
  },
  address_houses: { why: 'houses of the address file', columns: ['number', 'letter'] },
  map_services: { why: 'whether a map service answers', columns: ['kind', 'problem'] },
  travel_ways: { why: 'minutes between places, for a day', columns: ['origin', 'ways'] },
  plans: {
    why: 'numbers of orders and drivers with times, for two days',
    columns: ['state', 'input', 'result', 'seen', 'former', 'applied', 'undo'],
  },
  users: {
    why: 'accounts: an admin deletes them under Team',
    columns: [
      'username',
      'password_hash',
      'pay',
      'role',
      'first_name',
      'last_name',
      'email',
      'phone',
      'proven_email',
      'language',
      'vehicle',
      'starts_from',
      'ends_at',
      'skills',
      'working_hours',
    ],
  },
  saved_reports: {
    why: 'what the company asks itself; whom it is mailed to is in report_recipients',
    columns: ['name', 'report', 'query', 'rule', 'format', 'problem'],
  },
  saved_views: {
    why: 'views that name the person are deleted (forgetInSavedViews)',
    columns: ['list', 'name', 'query'],
  },
  idempotency_keys: {
    why: 'kept answers about the person are deleted (forgetAnswers)',
    columns: ['id', 'fingerprint', 'response'],
  },
  stored_files: {
    why: 'found by the files of the register, and deleted with their rows',
    columns: ['key', 'type', 'thumb_type', 'uploader', 'content_hash', 'sha256'],
  },
  sessions: {
    why: 'of accounts and visitors; those of an erased address end (sign-in-links.service.ts)',
    columns: ['id_hash', 'data', 'device', 'address'],
  },
  invitations: { why: 'of people who will work here, for 7 days', columns: ['email', 'role', 'token_hash'] },
  password_resets: { why: 'of accounts, for half an hour', columns: ['token_hash'] },
  second_factors: { why: 'of accounts', columns: ['secret_sealed'] },
  recovery_codes: { why: 'of accounts', columns: ['code_hash'] },
  passkeys: { why: 'of accounts', columns: ['credential_id', 'public_key', 'transports', 'name'] },
  passkey_challenges: { why: 'random, for five minutes', columns: ['challenge'] },
  push_subscriptions: { why: 'of drivers', columns: ['session_id_hash', 'endpoint', 'p256dh', 'auth'] },
  rate_counts: { why: 'addresses of callers, for hours', columns: ['bucket'] },
  pay_approvals: { why: 'what drivers earned, with numbers of orders', columns: ['currency', 'lines', 'approved_by'] },
  accounting_months: {
    why: 'of the accounts, with the name of who closed it',
    columns: ['month', 'closed_by', 'accounts'],
  },
  price_lists: { why: 'prices of the company', columns: ['name', 'rules', 'fuel_surcharge'] },
  invoice_counters: { why: 'counts', columns: ['series'] },
  invoice_sources: { why: 'what an invoice is for, by number', columns: ['kind', 'payment_before'] },
  bank_statements: {
    why: 'files of the bank, kept as books are as the law says',
    columns: ['file_name', 'format', 'sha256', 'created_by_name'],
  },
  bank_lines: {
    why: 'money that came and went, kept as books are as the law says',
    columns: ['currency', 'name', 'reference', 'account', 'entry_ref', 'payment_ref', 'rejected'],
  },
  invoice_payments: { why: 'money that came, kept with its invoice as the law says', columns: ['method', 'reference'] },
  invoice_discounts: { why: 'what was taken off for paying early, kept with its invoice', columns: ['lines', 'taxes'] },
  invoice_files: { why: 'papers as they were issued, kept as long as the law says', columns: ['kind', 'sha256'] },
  papers: { why: 'numbers for the accounts', columns: ['kind', 'number'] },
  ended_rights: { why: 'which code or driver had an order', columns: ['code_hash', 'after'] },
  quote_promises: { why: 'times', columns: ['kind'] },
  report_days: { why: 'counts', columns: ['version', 'pay_version'] },
  report_counts: { why: 'counts', columns: ['report', 'by', 'key'] },
  event_counters: { why: 'counts', columns: ['object_type'] },
  history_chains: { why: 'hashes', columns: ['head'] },
  imported_rows: { why: 'keyed hashes', columns: ['kind', 'fingerprint'] },
  exports: {
    why: 'what was exported before an erasure is removed (customers.erase.ts)',
    columns: ['state', 'kinds', 'sha256', 'error', 'created_by_name'],
  },
  import_heads: { why: 'heads of columns', columns: ['kind', 'name', 'field'] },
  driver_days: { why: 'hours of drivers', columns: ['breaks'] },
  driver_day_stops: { why: 'places in a day', columns: ['stop'] },
  template_versions: {
    why: 'words of the company',
    columns: ['name', 'type', 'trigger', 'subject', 'content', 'language', 'saved_by'],
  },
  email_templates: {
    why: 'words of the company',
    columns: ['name', 'type', 'trigger', 'subject', 'content', 'language'],
  },
  driver_positions: { why: 'where a driver was, for 24 hours; no text', columns: [] },
  cash_counts: { why: 'sums of a driver’s day', columns: ['currency', 'counted_by'] },
  eta_learned: { why: 'lengths of ways, by driver and by town', columns: ['model'] },
  eta_promises: { why: 'times', columns: ['basis'] },
  etas: { why: 'times', columns: ['basis'] },
  failure_reasons: { why: 'words of the company', columns: ['code', 'name', 'party', 'stop', 'rule', 'customer_text'] },
  company: { why: 'the company’s own', columns: ['settings', 'smtp_url_sealed'] },
  figures: { why: 'counts', columns: ['topic', 'state'] },
  paper_counters: { why: 'counts', columns: ['kind'] },
  backup_runs: { why: 'the company’s own', columns: ['kind', 'file', 'error'] },
  signing_keys: { why: 'secrets', columns: ['kid', 'public_key', 'sealed'] },
  secret_mark: { why: 'secrets', columns: ['sealed'] },
  job_ends: { why: 'names of jobs', columns: ['subject', 'task'] },
  process_ends: { why: 'why the server ended', columns: ['reason'] },
  health_reports: { why: 'the company’s own', columns: ['findings'] },
  push_keys: { why: 'secrets', columns: ['public_key', 'private_sealed'] },
};

const tables = Object.entries(register);
/** An address as a regular expression that matches it alone and not within a longer one. */
const PATTERN = `'(^|[^[:alnum:]._+-])(' || string_agg(regexp_replace(address, '([^[:alnum:]])', '\\\\\\1', 'g'), '|') || ')($|[^[:alnum:].-]|[.]($|[^[:alnum:]]))'`;

/**
 * Everything that belongs to the customer with the id in the one parameter: `own_` and the name of each table of the
 * register, and `own_files` (`url`, `is_signature`). Deleted rows are found by `former_subjects`, and rows that an
 * earlier release deleted by the mails about them.
 */
export const ownRows = `
  person as (select * from customers where id = ?),
  addresses as (
    select lower(email) as address from person
    union select lower(email_before) from person where email_before is not null
    union select lower(customer_email) from quotes where customer_id in (select id from person)
    union select lower(customer_email) from orders where customer_id in (select id from person) and customer_email is not null),
  naming as (select ${PATTERN} as pattern from addresses),
  former as (
    select subject, subject_id from former_subjects f
     where f.customer_id in (select id from person) or lower(f.email) in (select address from addresses)
    union
    select k.subject, k.id from emails m
      cross join lateral (values ('quote', m.quote_id), ('order', m.order_id)) as k(subject, id)
     where k.id is not null
       and (lower(m.recipient) in (select address from addresses)
         or m.trigger = 'quote_received_office' and m.text ~* (select pattern from naming))
       and not exists (select 1 from quotes q where k.subject = 'quote' and q.id = k.id)
       and not exists (select 1 from orders o where k.subject = 'order' and o.id = k.id)),
  quote_ids as (
    select id from quotes where customer_id in (select id from person)
    union select d.id from deleted_quotes d join person p
      on (d.content ->> 'customerId')::int = p.id or lower(d.content ->> 'customerEmail') = lower(p.email)
    union select subject_id from former where subject = 'quote'),
  order_ids as (
    select id from orders where customer_id in (select id from person)
    union select subject_id from former where subject = 'order'),
  ${tables.map(([table, { own }]) => `own_${table} as (select t.* from ${table} t where ${own})`).join(',\n  ')},
  own_files as (
    select url, bool_or(is_signature) as is_signature from (
      ${tables
        .flatMap(([table, { files = [] }]) =>
          files.map(
            ([urls, isSignature]) => `select ${urls} as url, ${isSignature} as is_signature from own_${table} t`,
          ),
        )
        .join('\n      union all ')}
      union all select '${FILES_BASE}/' || f.key, false from stored_files f
       where f.claimed_at is null and f.sha256 in (
         select jsonb_array_elements_text(h.files) from own_history h where jsonb_typeof(h.files) = 'array')
    ) files where url is not null group by url)`;

/** Rows of others in which the person is the contact at a stop, found by the address. */
const named = (table: string, contact: string) =>
  `lower(${table}.${contact} ->> 'email') in (select address from addresses)`;
const isNamed = (table: string) =>
  `((${table}.pickup_contact is not null and ${named(table, 'pickup_contact')})
    or (${table}.delivery_contact is not null and ${named(table, 'delivery_contact')}))`;
/** And saved with an address of another customer. */
const isSaved = `${named('n', 'contact')} and n.customer_id not in (select id from person)`;
/** What is exported of them: the contact alone, and of which order, quote or saved address. */
export const contactRows = `(select coalesce(jsonb_agg(jsonb_strip_nulls(named) order by id), '[]') from (
  ${[
    ['orders', 'orderId', 'order_ids'],
    ['quotes', 'quoteId', 'quote_ids'],
  ]
    .map(
      ([table, name, own]) => `select n.id, jsonb_build_object('${name}', n.id,
    'pickupContact', case when ${named('n', 'pickup_contact')} then n.pickup_contact end,
    'deliveryContact', case when ${named('n', 'delivery_contact')} then n.delivery_contact end) as named
  from ${table} n where ${isNamed('n')} and n.id not in (select id from ${own})`,
    )
    .join('\n  union all ')}
  union all select n.id, jsonb_build_object('addressId', n.id, 'contact', n.contact)
  from customer_addresses n where ${isSaved}) x)`;
const others = (table: string, contact: string) =>
  `case when ${named(table, contact)} then null else ${table}.${contact} end`;
const inContent = (contact: string) =>
  `case when lower(t.content -> '${contact}' ->> 'email') in (select address from addresses) then '{"${contact}": null}'::jsonb else '{}' end`;
/** Erases the person there, and what history and events say of these rows with the address in it. */
export const eraseContacts = [
  ...(['orders', 'quotes'] as const).flatMap((table) => {
    const own = table === 'orders' ? 'order_ids' : 'quote_ids';
    return [
      `named_${table} as (update ${table} t set pickup_contact = ${others('t', 'pickup_contact')}, delivery_contact = ${others('t', 'delivery_contact')},
         contact_search = null, updated_at = now(), version = t.version + 1
         where ${isNamed('t')} and t.id not in (select id from ${own}) returning t.id)`,
    ];
  }),
  // The link of who is named has ended with the contact.
  `named_pushes as (delete from delivery_pushes where reader = 'recipient' and order_id in (select id from named_orders))`,
  `named_jobs as (update recurring_orders t set content = t.content || ${inContent('pickupContact')} || ${inContent('deliveryContact')}
     where t.content::text ~* (select pattern from naming))`,
  `named_addresses as (update customer_addresses n set contact = null, version = n.version + 1 where ${isSaved} returning n.customer_id)`,
  // What a line says is in its facts too; other facts, such as what was agreed to, are somebody else's evidence.
  `named_history as (update history h set detail = null, data = case when h.data like '%"says":[%' then null else h.data end
     where h.detail ~* (select pattern from naming)
     and ((h.subject = 'order' and h.subject_id in (select id from named_orders)) or (h.subject = 'quote' and h.subject_id in (select id from named_quotes))
       or (h.subject = 'customer' and h.subject_id in (select customer_id from named_addresses))))`,
  `named_events as (delete from events v where (v.object_type = 'order' and v.object_id in (select id from named_orders))
     or (v.object_type = 'quote' and v.object_id in (select id from named_quotes)))`,
].join(',\n  ');

const assign = (set: Readonly<Record<string, string>>) =>
  Object.entries(set)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
/** The statements that erase `ownRows`, as parts of the same `with`: `erased_` and the name of each table. */
export const eraseRows = tables
  // The customer's own row is taken by its entity.
  .filter(([table]) => table !== 'customers')
  .flatMap(([table, { own, erase }]) => {
    const isOwn = `(${own})`;
    if (erase === 'delete') return [`erased_${table} as (delete from ${table} t where ${isOwn} returning 1)`];
    const { set, unless } = erase;
    const rows = unless ? `${isOwn} and not (${unless})` : isOwn;
    return [
      `erased_${table} as (update ${table} t set ${assign(set)} where ${rows} returning t.*)`,
      ...(unless ? [`gone_${table} as (delete from ${table} t where ${isOwn} and ${unless} returning t.*)`] : []),
    ];
  })
  .join(',\n  ');

/** The rows of a table as a JSON list, each with `more`; `where` and `more` know a row as `x_` and the table's name. */
export function exported(table: string, where = 'true', more = '', by = 'id'): string {
  const row = `x_${table}`;
  const shown = [`to_jsonb(${row})`, ...(register[table]?.hidden ?? []).map((column) => `'${column}'`)].join(' - ');
  const whole = more ? `${shown} || jsonb_build_object(${more})` : shown;
  return `(select coalesce(jsonb_agg(${whole} order by ${row}.${by}), '[]') from own_${table} ${row} where ${where})`;
}
