import { type ImportField, importedOf } from '../base/fields.ts';
import {
  addressParts,
  customerCompany,
  customerEmail,
  customerName,
  customerPhone,
  deliveryAddress,
  externalId,
  itemDescription,
  itemName,
  itemQuantity,
  items,
  itemValue,
  metadata,
  notes,
  pickupAddress,
} from '../base/import-words.ts';
import { orderFields } from '../delivery/orders/order-fields.ts';
import { message } from '../words/t.ts';

export const importKinds = ['orders', 'quotes', 'customers', 'addresses'] as const;
export type ImportKind = (typeof importKinds)[number];

// What a file can say, and the words that heads of columns have for it (ImportField).

/** The person at a stop, when that is not the customer. Written out, because their names are those of the columns. */
const contactWords = (prefixes: readonly string[], ...ends: readonly string[]) =>
  prefixes.flatMap((prefix) => ends.map((end) => prefix + end));
const atPickup = ['pickup', 'collection', 'pickupcontact'];
const atAddress = ['contact', 'site'];
const atDelivery = ['delivery', 'dropoff', 'deliverycontact', 'recipient'];
const contacts = {
  pickupName: { label: message('Pickup name'), words: contactWords(atPickup, 'name', 'contact', 'person') },
  pickupCompany: { label: message('Pickup company'), words: contactWords(atPickup, 'company') },
  pickupPhone: { label: message('Pickup phone'), words: contactWords(atPickup, 'phone', 'phonenumber', 'mobile') },
  pickupEmail: { label: message('Pickup e-mail'), words: contactWords(atPickup, 'email', 'mail') },
  pickupNotes: { label: message('Pickup notes'), words: contactWords(atPickup, 'notes', 'contactnotes') },
  deliveryName: {
    label: message('Delivery name'),
    words: [...contactWords(atDelivery, 'name', 'contact', 'person'), 'recipient', 'shipto', 'consignee'],
  },
  deliveryCompany: { label: message('Delivery company'), words: contactWords(atDelivery, 'company') },
  deliveryPhone: {
    label: message('Delivery phone'),
    words: contactWords(atDelivery, 'phone', 'phonenumber', 'mobile'),
  },
  deliveryEmail: { label: message('Delivery e-mail'), words: contactWords(atDelivery, 'email', 'mail') },
  deliveryNotes: { label: message('Delivery notes'), words: contactWords(atDelivery, 'notes', 'contactnotes') },
} satisfies Record<string, ImportField>;

const windows = {
  pickupFrom: {
    label: message('Pickup from, like 2026-12-01 09:00'),
    words: ['pickupfrom', 'pickupstart', 'collectfrom', 'pickupwindow', 'pickupslot'],
  },
  pickupTo: { label: message('Pickup until'), words: ['pickupuntil', 'pickupto', 'pickupend', 'collectuntil'] },
  deliveryFrom: {
    label: message('Delivery from'),
    words: [
      'deliveryfrom',
      'deliverystart',
      'deliverafter',
      'deliverywindow',
      'deliveryslot',
      'timewindow',
      'timeslot',
      ...['timefrom', 'starttime', 'deliverystarttime', 'windowstart', 'earliest'],
    ],
  },
  deliveryTo: {
    label: message('Delivery until'),
    words: [
      ...['deliveryuntil', 'deliveryto', 'deliveryend', 'deliverbefore'],
      ...['timeto', 'timeuntil', 'endtime', 'deliveryendtime', 'windowend', 'latest'],
    ],
  },
} satisfies Record<string, ImportField>;

const atTheDoor = {
  collect: {
    label: message('To collect at the door'),
    words: ['tocollectatthedoor', 'collect', 'cashondelivery', 'cod', 'codamount', 'collectamount', 'amounttocollect'],
  },
  collectMethod: {
    label: message('How it is collected: cash, card or any'),
    words: ['collectmethod', 'codmethod', 'howitiscollected'],
  },
  collectCurrency: {
    label: message('Currency of what is collected'),
    words: ['currencyofwhatiscollected', 'collectcurrency', 'codcurrency'],
  },
} satisfies Record<string, ImportField>;

const person = { customerName, customerEmail, customerPhone, customerCompany };
const way = { pickupAddress, deliveryAddress, notes };
const content = { items, itemName, itemQuantity, itemDescription, itemValue };
const { quotePrice, parcels, onAccount, deliveryDate, driverNotes, officeNotes, ...ofOrder } = importedOf(orderFields);
const { weightKg, needs, pickupPlace, deliveryPlace } = ofOrder;

/** In the order in which columns are looked for. */
export const importFields = {
  orders: {
    ...ofOrder,
    ...contacts,
    ...content,
    ...{ quotePrice, parcels, onAccount, deliveryDate },
    ...windows,
    ...{ driverNotes, officeNotes, externalId, metadata },
    partnerCodes: {
      label: message('Partner codes'),
      words: ['partnercodes', 'partnercode', 'sscc', 'sscc18', 'nve', 'parcelcodes', 'carriercodes'],
      joint: '; ',
    },
    ...atTheDoor,
    // Of our own tables: what exists does not come again.
    trackingNumber: { label: message('Tracking number'), words: ['trackingnumber'] },
    // Kept with the metadata: what the shop's customer paid there is no price of ours.
    shopPaid: { label: message('Paid in the shop'), words: ['shoppaid', 'paidintheshop'] },
    shopCurrency: { label: message('Currency of the shop'), words: ['shopcurrency', 'currencyoftheshop'] },
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
    ...{ weightKg, needs, pickupPlace, deliveryPlace },
    ...atTheDoor,
    // Of our own table: with its e-mail address, what exists does not come again.
    quoteNumber: {
      label: message('Number of the quote'),
      words: ['quote', 'quoteid', 'quotenumber', 'numberofthequote'],
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
    place: {
      label: message('Place of the address, like 52.52, 13.405'),
      words: ['place', 'placeoftheaddress', 'coordinates', 'location'],
    },
    label: {
      label: message('Name of the address'),
      words: ['label', 'addressname', 'nameoftheaddress', 'nickname', 'site'],
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
/** What all rows of a file may have besides: who drives them. */
export const importConstantNames: readonly string[] = [...importFieldNames, 'driver'];
export const importFieldsOf = (kind: ImportKind): Readonly<Record<string, ImportField>> => importFields[kind];
