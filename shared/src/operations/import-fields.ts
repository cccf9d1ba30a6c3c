import { type Message, message } from '../words/t.ts';

export const importKinds = ['orders', 'quotes', 'customers', 'addresses'] as const;
export type ImportKind = (typeof importKinds)[number];

// What a file can say, and the words that heads of columns have for it. The words are letters and digits in small
// letters; the first word that a file has wins, so that the most exact ones come first.

export interface ImportField {
  label: Message;
  isRequired?: true;
  words: readonly string[];
  /** Columns that make the value together, when no column has it whole; the first of them must be there. */
  parts?: readonly (readonly string[])[];
  /** What stands between the cells when several columns are read into it; without it only one column is. */
  joint?: string;
}

const PLACE = ['city', 'town', 'province', 'state', 'zip', 'zipcode', 'postcode', 'postalcode', 'country'];
const place = (prefix: string, ...streets: string[]) => [...streets, ...PLACE].map((word) => prefix + word);
/** A street or two, then town and postcode, with what shops write before each. */
const addressParts = (...prefixes: string[]) =>
  prefixes.flatMap((prefix) => [
    place(prefix, 'street', 'street2', 'housenumber'),
    place(prefix, 'address1', 'address2'),
    place(prefix, 'addressline1', 'addressline2'),
  ]);

const customerName = {
  label: message('Customer name'),
  isRequired: true,
  words: [
    'customername',
    'customer',
    'billingname',
    'shippingname',
    'clientname',
    'client',
    'fullname',
    'contactname',
    'recipientname',
    'recipient',
    'contact',
    'name',
  ],
  parts: [
    ['billingfirstname', 'billinglastname'],
    ['shippingfirstname', 'shippinglastname'],
    ['firstname', 'lastname', 'surname'],
  ],
  joint: ' ',
} satisfies ImportField;
const customerEmail = {
  label: message('Customer e-mail'),
  isRequired: true,
  words: [
    'customeremail',
    'email',
    'emailaddress',
    'mail',
    'billingemail',
    'clientemail',
    'contactemail',
    'recipientemail',
  ],
} satisfies ImportField;
const customerPhone = {
  label: message('Customer phone'),
  words: [
    'customerphone',
    'phone',
    'phonenumber',
    'telephone',
    'tel',
    'mobile',
    'shippingphone',
    'billingphone',
    'recipientphone',
  ],
} satisfies ImportField;
const customerCompany = {
  label: message('Customer company'),
  words: [
    'customercompany',
    'company',
    'companyname',
    'billingcompany',
    'shippingcompany',
    'organization',
    'organisation',
    'business',
  ],
} satisfies ImportField;
const pickupAddress = {
  label: message('Pickup address'),
  isRequired: true,
  words: [
    'pickupaddress',
    'pickup',
    'collectionaddress',
    'collection',
    'fromaddress',
    'shipfrom',
    'senderaddress',
    'origin',
    'from',
  ],
  parts: addressParts('pickup', 'collection', 'sender'),
  joint: ', ',
} satisfies ImportField;
const deliveryAddress = {
  label: message('Delivery address'),
  isRequired: true,
  words: [
    'deliveryaddress',
    'delivery',
    'toaddress',
    'shipto',
    'shippingaddress',
    'recipientaddress',
    'dropoffaddress',
    'dropoff',
    'destination',
    'to',
    'address',
  ],
  parts: addressParts('delivery', 'shipping', 'recipient', ''),
  joint: ', ',
} satisfies ImportField;
const notes = {
  label: message('Notes'),
  words: ['notes', 'note', 'customernote', 'ordernote', 'deliveryinstructions', 'instructions', 'comments', 'comment'],
  joint: '\n',
} satisfies ImportField;
const items = {
  label: message('Items, like 2 x Box; Lamp'),
  words: ['items', 'contents', 'goods', 'products'],
} satisfies ImportField;
const itemName = {
  label: message('Item'),
  words: ['itemname', 'item', 'product', 'productname', 'lineitemname', 'article'],
} satisfies ImportField;
const itemQuantity = {
  label: message('Item quantity'),
  words: ['itemquantity', 'quantity', 'qty', 'pieces', 'lineitemquantity'],
} satisfies ImportField;
const itemDescription = {
  label: message('Item description'),
  words: ['itemdescription', 'description'],
} satisfies ImportField;
const itemValue = {
  label: message('Item value'),
  words: ['itemvalue', 'value', 'lineitemprice'],
} satisfies ImportField;
const externalId = {
  label: message('External ID'),
  words: [
    'externalid',
    'ordernumber',
    'orderno',
    'ordernr',
    'quotenumber',
    'customernumber',
    'reference',
    'ref',
    'orderid',
    'name',
  ],
} satisfies ImportField;
const metadata = { label: message('Metadata'), words: ['metadata'] } satisfies ImportField;

/** The person at a stop, when that is not the customer. Written out, because their names are those of the columns. */
const contactWords = (prefixes: readonly string[], ...words: readonly string[]) =>
  prefixes.flatMap((prefix) => words.map((word) => prefix + word));
const atPickup = ['pickup', 'collection', 'pickupcontact'];
const atAddress = ['contact', 'site'];
const atDelivery = ['delivery', 'dropoff', 'deliverycontact', 'recipient'];
const contacts = {
  pickupName: { label: message('Pickup name'), words: contactWords(atPickup, 'name', 'contact', 'person') },
  pickupCompany: { label: message('Pickup company'), words: contactWords(atPickup, 'company') },
  pickupPhone: { label: message('Pickup phone'), words: contactWords(atPickup, 'phone', 'phonenumber', 'mobile') },
  pickupEmail: { label: message('Pickup e-mail'), words: contactWords(atPickup, 'email', 'mail') },
  pickupNotes: { label: message('Pickup notes'), words: contactWords(atPickup, 'notes', 'contactnotes') },
  deliveryName: { label: message('Delivery name'), words: contactWords(atDelivery, 'name', 'contact', 'person') },
  deliveryCompany: { label: message('Delivery company'), words: contactWords(atDelivery, 'company') },
  deliveryPhone: {
    label: message('Delivery phone'),
    words: contactWords(atDelivery, 'phone', 'phonenumber', 'mobile'),
  },
  deliveryEmail: { label: message('Delivery e-mail'), words: contactWords(atDelivery, 'email', 'mail') },
  deliveryNotes: { label: message('Delivery notes'), words: contactWords(atDelivery, 'notes', 'contactnotes') },
} satisfies Record<string, ImportField>;

const person = { customerName, customerEmail, customerPhone, customerCompany };
const way = { pickupAddress, deliveryAddress, notes };
const content = { items, itemName, itemQuantity, itemDescription, itemValue };

/** In the order in which columns are looked for. */
export const importFields = {
  orders: {
    ...person,
    customerEmail: { label: customerEmail.label, words: customerEmail.words },
    ...way,
    ...contacts,
    ...content,
    quotePrice: {
      label: message('Price'),
      words: ['quoteprice', 'deliveryprice', 'deliveryfee', 'shippingprice', 'shipping', 'price', 'total'],
    },
    parcels: { label: message('Parcels'), words: ['parcels', 'packages', 'numberofparcels', 'colli'] },
    onAccount: { label: message('On account (yes or no)'), words: ['onaccount'] },
    deliveryDate: {
      label: message('Day, like 2026-12-01'),
      words: ['deliverydate', 'deliveryday', 'plannedfor', 'duedate', 'date', 'day'],
    },
    pickupFrom: {
      label: message('Pickup from, like 2026-12-01 09:00'),
      words: ['pickupfrom', 'pickupstart', 'collectfrom'],
    },
    pickupTo: { label: message('Pickup until'), words: ['pickupuntil', 'pickupto', 'pickupend', 'collectuntil'] },
    deliveryFrom: { label: message('Delivery from'), words: ['deliveryfrom', 'deliverystart', 'deliverafter'] },
    deliveryTo: {
      label: message('Delivery until'),
      words: ['deliveryuntil', 'deliveryto', 'deliveryend', 'deliverbefore'],
    },
    driverNotes: {
      label: message('Notes for the driver'),
      words: ['drivernotes', 'notesfordriver', 'notesforthedriver'],
      joint: '\n',
    },
    officeNotes: {
      label: message('Notes of the office'),
      words: ['officenotes', 'notesoftheoffice', 'internalnotes', 'internalnote'],
      joint: '\n',
    },
    externalId,
    metadata,
  },
  quotes: {
    ...person,
    ...way,
    ...contacts,
    ...content,
    speedType: { label: message('Speed'), words: ['speedtype', 'speed', 'deliveryspeed'] },
    speedDate: {
      label: message('Day, like 2026-12-01'),
      words: ['speeddate', 'deliverydate', 'wantedday', 'date', 'day'],
    },
    externalId,
    metadata,
  },
  customers: {
    name: customerName,
    email: customerEmail,
    phone: customerPhone,
    company: customerCompany,
    externalId,
    metadata,
  },
  addresses: {
    customerEmail,
    address: {
      label: message('Address'),
      isRequired: true,
      words: ['address', 'pickupaddress', 'deliveryaddress', 'fulladdress'],
      parts: addressParts('', 'shipping', 'billing'),
      joint: ', ',
    },
    use: { label: message('Use: pickup, delivery or both'), words: ['use', 'usedfor', 'kind', 'type'] },
    label: {
      label: message('Name of the address'),
      words: ['label', 'addressname', 'nameoftheaddress', 'nickname', 'site', 'place'],
    },
    personName: { label: message('Contact name'), words: contactWords(atAddress, 'name', 'person') },
    personCompany: { label: message('Contact company'), words: contactWords(atAddress, 'company') },
    personPhone: { label: message('Contact phone'), words: contactWords(atAddress, 'phone', 'phonenumber', 'mobile') },
    personEmail: { label: message('Contact e-mail'), words: contactWords(atAddress, 'email', 'mail') },
    personNotes: { label: message('Contact notes'), words: contactWords(atAddress, 'notes') },
  },
} as const satisfies Record<ImportKind, Record<string, ImportField>>;

type FieldsOf<Kind extends ImportKind> = keyof (typeof importFields)[Kind];
export type ImportFieldName = { [Kind in ImportKind]: FieldsOf<Kind> }[ImportKind];

const names = Object.values(importFields).flatMap((fields) => Object.keys(fields));
/** Every field of every kind, once. */
export const importFieldNames: readonly string[] = [...new Set(names)];
export const importFieldsOf = (kind: ImportKind): Readonly<Record<string, ImportField>> => importFields[kind];
