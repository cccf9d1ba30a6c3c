/** The part of JSON Schema that our description uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  description?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  additionalProperties?: boolean | JsonSchema;
}
export type Schemas = Readonly<Record<string, JsonSchema>>;

const AT = '2026-03-01T09:30:00.000Z';
const LATER = '2026-03-01T15:45:00.000Z';
const PHOTO = '/files/0f8a1c2b3d4e5f60718293a4b5c6d7e8.jpg';
const SIGNATURE = '/files/9b1d6c3f5a7e80214365870912abcdef.png';
const MAIL = 'ada@example.com';

/**
 * One delivery that runs through every example, by the name of the field; with its owner before a dot where that says
 * more.
 */
const values: Readonly<Record<string, unknown>> = {
  accessCode: '7K3MQ9XTRB',
  action: 'order.created',
  actor: 'Grace Office',
  actualDelivery: null,
  allowRegistration: true,
  build: 'v1.0',
  cancelledAt: null,
  capturedAt: AT,
  completedAt: AT,
  content: 'Hello {{customerName}},\n\nYour delivery costs {{totalPrice}}.',
  createdBy: 'Grace Office',
  currentPassword: 'correct horse battery',
  customerCompany: 'Sender Ltd',
  customerEmail: MAIL,
  customerId: 12,
  customerName: 'Ada Sender',
  customerPhone: '+1 555 0101',
  company: 'Sender Ltd',
  deliveredAt: null,
  deliveredFrom: '2026-03-01',
  deliveryAddress: '2 Delivery Road, Shelbyville',
  deliveryDate: '2026-03-02T12:00:00.000Z',
  deliveryImageUrls: [],
  deliverySignature: null,
  description: 'Heavy',
  detail: null,
  driverId: 5,
  driverSignatureCapturedAt: null,
  driverSignatureName: null,
  driverSignatureUrl: null,
  email: MAIL,
  emailId: 91,
  expiresAt: '2027-01-01T00:00:00.000Z',
  expiresOn: '2026-12-31',
  firstName: 'Grace',
  from: '2026-03-01',
  height: 1200,
  html: '<p>Hello Ada Sender</p>',
  id: 42,
  imageUrls: [PHOTO],
  isActive: true,
  isDelivered: false,
  isPickedUp: false,
  isInTransit: false,
  isSecret: false,
  itemId: 301,
  key: 'qf_3f9c…',
  kind: 'pickup',
  lastError: null,
  lastName: 'Office',
  lastUsedAt: LATER,
  limit: 20,
  message: 'The quote e-mail to ada@example.com is on its way.',
  messageId: '<1f.2a@quickfleet.example>',
  monthFrom: '2026-03-01',
  monthTo: '2026-03-31',
  name: 'Ada Sender',
  notes: 'Ring twice',
  occurredAt: null,
  orderId: 42,
  orderTotal: '120.00',
  page: 1,
  password: 'correct horse battery',
  paymentUrl: 'https://pay.example.com/q/42',
  phone: '+1 555 0101',
  pickupAddress: '1 Pickup Street, Springfield',
  pickupImageUrls: [],
  pickupSignature: null,
  prefix: 'qf_3f9c2a1b',
  price: '120.00',
  q: 'Springfield',
  quantity: 2,
  quoteId: 42,
  quotePrice: '120.00',
  recipient: MAIL,
  reassign: false,
  removeImageUrls: JSON.stringify([PHOTO]),
  revokedAt: null,
  role: 'dispatcher',
  sentAt: null,
  signatureCapturedAt: AT,
  signatureCustomerName: 'Ada Sender',
  signatureUrl: SIGNATURE,
  signedAt: AT,
  signer: 'customer',
  signerName: 'Ada Sender',
  size: 184_320,
  sort: 'newest',
  speedDate: '2026-03-02',
  speedType: 'specific_date',
  subject: 'Your delivery quote #{{quoteId}}: {{totalPrice}}',
  success: true,
  testEmail: MAIL,
  text: 'Hello Ada Sender',
  timeZone: 'UTC',
  to: '2026-03-31',
  today: '2026-03-01',
  total: 1,
  totalPages: 1,
  trackingNumber: 'QF482910375516',
  transitImageUrls: [],
  trigger: 'quote_sent',
  tries: 0,
  unknownVariables: [],
  url: PHOTO,
  username: 'grace',
  value: '40.50',
  version: 3,
  width: 1600,
  'ApiKey.name': 'Web shop',
  'CreatedApiKey.key': 'qf_3f9c2a1b8d7e6f50413223140516273849a0b1c2d3e4f5061728394a5b6c7d8e',
  'CreatedApiKey.name': 'Web shop',
  'CreatedApiKey.lastUsedAt': null,
  'RevokedApiKey.name': 'Web shop',
  'RevokedApiKey.revokedAt': LATER,
  'apiKeysCreate.name': 'Web shop',
  'apiKeysCreate.scopes': ['quotes:write', 'quotes:read', 'orders:read'],
  'customer.id': 12,
  'dashboardStats.total': 57,
  'DocumentedItem.id': 301,
  'DocumentedItem.isPickedUp': true,
  'DocumentedItem.name': 'Box of books',
  'DocumentedItem.pickupImageUrls': [PHOTO],
  'driver.firstName': 'Robin',
  'driver.id': 5,
  'driver.lastName': 'Driver',
  'driver.phone': '+1 555 0142',
  'driversAddItem.name': 'Box of books',
  'driversEditItem.name': 'Box of books',
  'EmailTemplate.id': 7,
  'EmailTemplate.name': 'Quote with payment link',
  'items.id': 301,
  'items.name': 'Box of books',
  'Mail.subject': 'Your delivery quote #42: $120.00',
  'MailRow.subject': 'Your delivery quote #42: $120.00',
  'OrderItem.id': 301,
  'OrderItem.name': 'Box of books',
  'ordersCreate.deliveryDate': '2026-03-02',
  'ordersSetStatus.status': 'in_transit',
  'ordersUpdate.deliveryDate': '2026-03-02',
  'OrderRow.status': 'assigned',
  'Order.status': 'assigned',
  'Quote.orderId': null,
  'Quote.signatureCapturedAt': null,
  'Quote.signatureCustomerName': null,
  'Quote.signatureUrl': null,
  'Quote.status': 'sent',
  'Quote.trackingNumber': null,
  'QuoteItem.id': 301,
  'QuoteOfOrder.signatureCapturedAt': null,
  'QuoteOfOrder.signatureCustomerName': null,
  'QuoteOfOrder.signatureUrl': null,
  'QuoteItem.name': 'Box of books',
  'Setting.description': 'Port of the web server',
  'Setting.name': 'PORT',
  'Setting.value': '3000',
  'Signature.url': SIGNATURE,
  'templatesCreate.name': 'Quote with payment link',
  'templatesUpdate.name': 'Quote with payment link',
  'uploadsStore.name': 'photo.jpg',
  'UploadedFile.name': 'photo.jpg',
  'User.email': 'grace@example.com',
  'User.id': 3,
};

/** Bodies that show what a call is for, where all fields together would say nothing. */
export const bodies: Readonly<Record<string, unknown>> = {
  authRegister: { username: 'ada', password: 'correct horse battery', email: MAIL },
  quotesCreate: {
    customer: { name: 'Ada Sender', email: MAIL, phone: '+1 555 0101' },
    pickupAddress: '1 Pickup Street, Springfield',
    deliveryAddress: '2 Delivery Road, Shelbyville',
    items: [{ name: 'Box of books', quantity: 2, value: '40.50' }],
    speedType: 'today',
  },
  ordersCreate: {
    customerName: 'Ada Sender',
    customerEmail: MAIL,
    pickupAddress: '1 Pickup Street, Springfield',
    deliveryAddress: '2 Delivery Road, Shelbyville',
    quotePrice: '120.00',
    items: [{ name: 'Box of books', quantity: 2 }],
  },
  customersUpdate: { phone: '+1 555 0199' },
  ordersAssign: { driverId: 5 },
  ordersUpdate: { notes: 'Leave it with the porter' },
  quotesUpdate: { price: '120.00', paymentUrl: 'https://pay.example.com/q/42' },
  templatesUpdate: { enabled: false },
  usersUpdate: { phone: '+1 555 0100' },
};

const resolve = (schema: JsonSchema, schemas: Schemas): [schema: JsonSchema, name: string | undefined] => {
  const name = schema.$ref?.split('/').at(-1);
  return name ? [schemas[name] ?? {}, name] : [schema, undefined];
};
const typesOf = (schema: JsonSchema): string[] => [schema.type ?? []].flat();

/** An example of a schema; `owner` is the thing it is a part of, `name` the field that holds it. */
export function exampleOf(given: JsonSchema, schemas: Schemas, owner: string, name = ''): unknown {
  for (const known of [`${owner}.${name}`, name])
    if (Object.hasOwn(values, known) && fits(given, schemas, values[known])) return values[known];
  const [schema, component] = resolve(given, schemas);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf)
    return exampleOf(
      schema.anyOf.find((option) => option.type !== 'null' && option.const !== '') ?? {},
      schemas,
      component ?? owner,
      name,
    );
  if (schema.properties) {
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, inner]) => [
        field,
        exampleOf(inner, schemas, component ?? (name || owner), field),
      ]),
    );
  }
  const types = typesOf(schema);
  if (schema.items) return [exampleOf(schema.items, schemas, owner, name)];
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return schema.default ?? schema.minimum ?? 1;
  if (schema.format === 'date-time') return AT;
  if (schema.format === 'date') return '2026-03-01';
  return 'text';
}

/** Whether a value from the table is of the type that the schema asks for; what exactly it must be, a test checks. */
function fits(given: JsonSchema, schemas: Schemas, value: unknown): boolean {
  const [schema] = resolve(given, schemas);
  if (schema.anyOf) return schema.anyOf.some((option) => fits(option, schemas, value));
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  if (schema.format === 'date' && typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value);
  if (schema.format === 'date-time' && typeof value === 'string') return value.includes('T');
  const types = typesOf(schema);
  if (value === null) return types.includes('null');
  if (Array.isArray(value))
    return types.includes('array') && schema.items?.$ref === undefined && schema.items?.properties === undefined;
  if (typeof value === 'number') return types.includes('integer') || types.includes('number');
  return types.includes(typeof value);
}
