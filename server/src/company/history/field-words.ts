// The names of what can change, as lines of history are stored with them.
import { orderFields } from '@quickfleet/shared/delivery/orders/order-fields';
import { type Message, message, t } from '@quickfleet/shared/words/t';

const fields = {
  Address: message('Address'),
  Amount: message('Amount'),
  Company: message('Company'),
  Contact: message('Contact'),
  Currency: message('Currency'),
  'Customer name': message('Customer name'),
  Day: message('Day'),
  'Delivery address': message('Delivery address'),
  'Delivery contact': message('Delivery contact'),
  'Delivery place': message('Delivery place'),
  'Delivery window': message('Delivery window'),
  Email: message('Email'),
  'External ID': message('External ID'),
  'Fixed stops': message('Fixed stops'),
  Items: message('Items'),
  Language: message('Language'),
  'Lines of the price': message('Lines of the price'),
  Metadata: message('Metadata'),
  Minutes: message('Minutes'),
  Name: message('Name'),
  Needs: message('Needs'),
  'Notes for the driver': message('Notes for the driver'),
  'Notes for the office': message('Notes for the office'),
  'On account': message('On account'),
  Parcels: message('Parcels'),
  'Partner codes': message('Partner codes'),
  Phone: message('Phone'),
  'Pickup address': message('Pickup address'),
  'Pickup contact': message('Pickup contact'),
  'Pickup place': message('Pickup place'),
  'Pickup window': message('Pickup window'),
  Place: message('Place (of an address)'),
  'Planned day': message('Planned day'),
  Price: message('Price'),
  'Price by': message('Price by'),
  'Proof rules': message('Proof rules'),
  'Special instructions': message('Special instructions'),
  State: message('State'),
  Terms: message('Terms'),
  'To collect at the door': message('To collect at the door'),
  Use: message('Use (of an address)'),
  'Valid until': message('Valid until'),
  'Weight in kg': message('Weight in kg'),
} as const satisfies Record<string, Message>;
export type FieldWord = keyof typeof fields;
const byName: Readonly<Record<string, Message>> = fields;
export const isField = (word: string): word is FieldWord => Object.hasOwn(byName, word);
/** 'Phone' in the reader's words; what only looks like a field of ours stays as it is. */
export const fieldInWords = (word: string): string => {
  const known = isField(word) ? byName[word] : undefined;
  return known ? t(known) : word;
};

/** Names of properties, as programs know them: of accounts, templates, keys and recurring jobs. */
const properties: Readonly<Record<string, Message>> = {
  username: message('Username'),
  firstName: message('First name'),
  lastName: message('Last name'),
  email: message('Email'),
  phone: message('Phone'),
  language: message('Language'),
  role: message('Role'),
  isActive: message('Active'),
  pay: message('Pay of a driver'),
  vehicle: message('Vehicle'),
  startsFrom: message('Where the day starts'),
  endsAt: message('Where the day ends'),
  skills: message('Skills'),
  workingHours: message('Working hours'),
  name: message('Name'),
  type: message('Type'),
  trigger: message('Trigger'),
  subject: message('Subject'),
  content: message('Text of a template'),
  enabled: message('On or off'),
  scopes: message('Rights of a key'),
  allowedAddresses: message('Allowed networks'),
  expiresOn: message('Last day'),
  rule: message('Rule'),
  paused: message('Paused'),
  'going on': message('Going on'),
  items: message('Items'),
  pickupTimes: message('Pickup window'),
  deliveryTimes: message('Delivery window'),
  driverId: message('Driver'),
  currency: message('Currency'),
  taxTotal: message('Tax'),
};
/** 'firstName' in the reader's words, else as it is. */
export function propertyInWords(name: string): string {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own) return t(own);
  const word = Object.entries(orderFields).find(([field]) => field === name)?.[1].history?.word;
  return word ? fieldInWords(word) : name;
}
