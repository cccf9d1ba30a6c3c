// Texts of the description that schemas and procedures cannot contain.

export const info = {
  title: 'QuickFleet API',
  version: '1.0.0',
  contact: { name: 'The company that runs this installation' },
  license: { name: 'MIT', identifier: 'MIT' },
  description: `Quotes, orders, drivers and tracking of a delivery service.

**Sign in** with an API key (\`Authorization: Bearer qf_…\`, made by an admin under Settings) or with a session cookie (\`POST /api/login\`), never with both. A driver's phone opens one order with its access code (\`POST /api/driver/access\`) and keeps the cookie it gets.

**Every success is JSON.** Calls that make something answer 201, all others 200. Lists answer \`{data, page, limit, total, totalPages}\` with \`Link\` and \`X-Total-Count\`. Money is a decimal string with the decimals of its currency (\`"12.50"\`, \`"1101"\`, \`"12.345"\`), a time is ISO 8601 in UTC, a day is \`YYYY-MM-DD\`.

**Every error has one body**: \`{error, message, code, status, requestId, issues?}\`. \`error\` and \`message\` are the same sentence for people, \`code\` is for programs and never changes, \`issues\` names the fields of a 400.

**Safe repeats**: send \`Idempotency-Key\` with a call that changes something. For 24 hours the same key and body get the first answer again; another body gets 422.

**Nobody overwrites anybody**: send the \`ETag\` of what you read as \`If-Match\`. If someone else has changed it, you get 412 with the current ETag.

**Limits** are reported in \`RateLimit-Policy\` and \`RateLimit\`; a 429 says in \`Retry-After\` when to come back.`,
} as const;

/** In the order of the reference. */
export const tags: readonly { name: string; description: string }[] = [
  { name: 'quotes', description: 'What a delivery would cost: draft, sent, accepted, paid, converted.' },
  { name: 'payments', description: 'What payment providers report, and what fits no quote.' },
  { name: 'quote page', description: 'What a customer reads and does by the link in their mail.' },
  {
    name: 'delivery page',
    description: 'What a customer or recipient reads and does by the link in the mail about an order.',
  },
  {
    name: 'orders',
    description: 'A delivery that is to be done: pending, assigned, picked_up, in_transit, delivered, cancelled.',
  },
  { name: 'attempts', description: 'Attempts at a stop, why they failed, and what happens next.' },
  { name: 'recurring', description: 'Orders that come again by a rule.' },
  { name: 'calendars', description: 'Feeds of planned stops that calendars subscribe to.' },
  { name: 'tracking', description: 'What anybody who holds a tracking number may see.' },
  { name: 'my', description: 'What was ordered with one’s own e-mail address.' },
  { name: 'evidence', description: 'Proof that others can check.' },
  { name: 'invoices', description: 'From what was delivered to a number, a paper and money.' },
  { name: 'incidents', description: 'Claims: what is wrong with a delivery, and where that stands.' },
  { name: 'drivers', description: 'What a driver does: access code, photos, signatures, items.' },
  { name: 'uploads', description: 'Photos for quotes and orders.' },
  { name: 'customers', description: 'Who orders deliveries.' },
  { name: 'templates', description: 'The texts of the e-mails.' },
  { name: 'events', description: 'What happened, for programs that keep up with it.' },
  { name: 'inbound', description: 'Shops that send their orders automatically.' },
  {
    name: 'webhooks',
    description:
      'Addresses that events are sent to, as the feed has them. A `thin` webhook is sent them without `data`.',
  },
  { name: 'imports', description: 'Files of orders, quotes, customers and addresses that go in row by row.' },
  { name: 'exports', description: 'Everything in one file, for another installation.' },
  { name: 'sandbox', description: 'A second installation to try things in.' },
  { name: 'mailbox', description: 'The e-mails that were caused.' },
  { name: 'dashboard', description: 'Figures.' },
  { name: 'reports', description: 'What the company did in a span of days, by day, customer, driver and so on.' },
  { name: 'history', description: 'Who did what, and when.' },
  { name: 'office notes', description: 'What the office writes about quotes, orders and customers.' },
  { name: 'saved views', description: 'Filters of a list that somebody keeps.' },
  { name: 'session', description: 'Signing in and out.' },
  { name: 'users', description: 'Staff, drivers and ordinary users.' },
  { name: 'api keys', description: 'Keys for other programs.' },
  { name: 'company', description: 'What the company has settled: prices, terms, promises.' },
  { name: 'settings', description: 'What the environment set.' },
];
