// What the schemas cannot say: the texts of the API description.

export const info = {
  title: 'QuickFleet API',
  version: '1.0.0',
  description: `Quotes, orders, drivers and tracking of a delivery service.

**Sign in** with an API key (\`Authorization: Bearer qf_…\`, made by an admin under Settings) or with a session cookie (\`POST /api/login\`), never with both. A driver's phone opens one order with its access code (\`POST /api/driver/access\`) and keeps the cookie it gets.

**Every success is JSON.** Calls that make something answer 201, all others 200. Lists answer \`{data, page, limit, total, totalPages}\` with \`Link\` and \`X-Total-Count\`. Money is a decimal string (\`"12.50"\`), a time is ISO 8601 in UTC, a day is \`YYYY-MM-DD\`.

**Every error has one body**: \`{error, message, code, status, requestId, issues?}\`. \`error\` and \`message\` are the same sentence for people, \`code\` is for programs and never changes, \`issues\` names the fields of a 400.

**Safe repeats**: send \`Idempotency-Key\` with a call that changes something. For 24 hours the same key and body get the first answer again; another body gets 422.

**Nobody overwrites anybody**: send the \`ETag\` of what you read as \`If-Match\`. If somebody changed it meanwhile you get 412 with the present ETag.

**Limits** are reported in \`RateLimit-Policy\` and \`RateLimit\`; a 429 says in \`Retry-After\` when to come back.`,
} as const;

/** In the order of the reference. */
export const tags: readonly { name: string; description: string }[] = [
  { name: 'quotes', description: 'What a delivery would cost: draft, sent, accepted, paid, converted.' },
  {
    name: 'orders',
    description: 'A delivery that is to be done: pending, assigned, picked_up, in_transit, delivered, cancelled.',
  },
  { name: 'tracking', description: 'What anybody who holds a tracking number may see.' },
  { name: 'drivers', description: 'What a driver does: access code, photos, signatures, items.' },
  { name: 'uploads', description: 'Photos for quotes and orders.' },
  { name: 'customers', description: 'Who orders deliveries.' },
  { name: 'templates', description: 'The texts of the e-mails.' },
  { name: 'mailbox', description: 'The e-mails that were caused.' },
  { name: 'dashboard', description: 'Figures.' },
  { name: 'history', description: 'Who did what, and when.' },
  { name: 'session', description: 'Signing in and out.' },
  { name: 'users', description: 'Staff, drivers and ordinary users.' },
  { name: 'api keys', description: 'Keys for other programs.' },
  { name: 'settings', description: 'What the environment set.' },
];

/** More about the calls that are no procedures, by the row of the permission table; a procedure says it itself. */
export const descriptions: Readonly<Record<string, string>> = {
  'customers.all': 'The newest 1,000 in one array. The paged call is named in `Link`.',
  'quotes.all': 'The newest 1,000 in one array. The paged call is named in `Link`.',
  'uploads.store':
    'PNG, JPEG, GIF or WebP up to 15 MB, recognised by the bytes, not by the name. Kept upright, at most 1600 px, without place or camera data. The `url` goes into the `imageUrls` of a quote or an order; what nothing holds is removed after a day.',
  'files.read': 'What no quote and no order holds yet is shown to its uploader and to staff only.',
  'drivers.captureSignature':
    'The order’s status says which signature it is: before pickup it marks every item picked up, in transit it delivers the order. With `kind` a late repeat can never deliver (409). The same image again gets the same answer. One that comes when the order is over or no longer the caller’s is kept as late evidence (`late: true`) and moves nothing.',
  'drivers.pickup':
    'Photos mark the item picked up; `isPickedUp=false` takes that back until the order moves on. At most 20 photos of each step; the same bytes again are one photo. Photos that come when the order is over or no longer the caller’s are kept as late evidence (`late: true`) and set no flag.',
  'drivers.transit': 'The last item moves a picked-up order to in_transit. Late photos as with the pickup.',
  'drivers.delivery':
    'Photos mark this item delivered, never the order: the delivery signature does that. 409 ITEM_NOT_PICKED_UP before the item is picked up. Late photos as with the pickup.',
  'drivers.editItem': '`removeImageUrls` is a JSON list of addresses that this item shows.',
};

/** What a field means, by its name; a schema may say it better with the name before a dot. */
export const fields: Readonly<Record<string, string>> = {
  after: 'What closed the order to this phone before the piece arrived',
  accessCode: 'Opens the order at /driver. null for whoever may not see it',
  actualDelivery: 'Same as deliveredAt',
  completedAt: 'null while the step is not reached',
  deliveredAt: 'null until delivery',
  deliveryDate: 'The planned day until delivery, then the moment of delivery',
  description: 'null when there is none',
  driverId: 'null while nobody carries it',
  expiresOn: 'Last day the key works',
  imageUrls: 'Addresses of uploads',
  key: 'The key itself, shown this once',
  late: 'Kept with the order as evidence that came late; nothing else was changed',
  lateEvidence: 'Evidence that came too late to move the order; absent for drivers',
  limit: 'Rows of a page, at most 100',
  orderTotal: 'Sum of the orders that were not cancelled',
  page: 'From 1',
  paymentUrl: 'Where the customer pays',
  prefix: 'The first characters, to recognise the key by',
  price: 'Decimal string, null until it is set',
  q: 'Search text',
  quotePrice: 'Decimal string: the total of the order',
  reassign: 'Take the order away from the driver who has it',
  removeImageUrls: 'JSON list of addresses to take off',
  requestId: 'Name it when you ask for help',
  from: 'First day of creation, in the business time zone',
  to: 'Last day of creation, in the business time zone',
  signedAt: 'By the phone’s clock',
  speedDate: 'Only for specific_date',
  receivedAt: 'By the server’s clock',
  takenAt: 'When it was taken, by the phone’s clock; one outside the order’s life is not kept',
  total: 'Rows in all',
  totalPages: 'Pages at this limit',
  trackingNumber: 'QF and twelve digits',
  value: 'Decimal string, for reference only',
  version: 'Grows with every change',
  'HistoryLine.from': 'Status before',
  'HistoryLine.to': 'Status after',
};
