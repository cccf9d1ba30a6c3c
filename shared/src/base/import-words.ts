import { message } from '../words/t.ts';
import type { ImportField } from './fields.ts';

// The words that heads of columns have for what quotes, orders and customers share.

const PLACE = ['city', 'town', 'province', 'state', 'zip', 'zipcode', 'postcode', 'postalcode', 'country'];
const place = (prefix: string, ...streets: string[]) => [...streets, ...PLACE].map((word) => prefix + word);
/** What belongs to an address in a column behind it. */
export const addressRest: readonly string[] = [...PLACE, 'address2', 'addressline2', 'street2', 'housenumber'];
/** A street or two, then town and postcode, with what shops write before each. */
export const addressParts = (...prefixes: string[]) =>
  prefixes.flatMap((prefix) => [
    place(prefix, 'street', 'street2', 'housenumber'),
    place(prefix, 'address1', 'address2'),
    place(prefix, 'addressline1', 'addressline2'),
  ]);

export const customerName = {
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
    // "Name" next to a first name is the last one.
    ['firstname', 'name'],
    ['vorname', 'name'],
  ],
  joint: ' ',
} satisfies ImportField;
export const customerEmail = {
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
export const customerPhone = {
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
export const customerCompany = {
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
export const pickupAddress = {
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
export const deliveryAddress = {
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
export const notes = {
  label: message('Notes'),
  words: ['notes', 'note', 'customernote', 'ordernote', 'deliveryinstructions', 'instructions', 'comments', 'comment'],
  joint: '\n',
} satisfies ImportField;
export const items = {
  label: message('Items, like 2 x Box; Lamp'),
  words: ['items', 'contents', 'goods', 'products'],
  joint: '\n',
} satisfies ImportField;
export const itemName = {
  label: message('Item'),
  words: ['itemname', 'item', 'product', 'productname', 'lineitemname', 'article'],
} satisfies ImportField;
export const itemQuantity = {
  label: message('Item quantity'),
  words: ['itemquantity', 'quantity', 'qty', 'pieces', 'lineitemquantity'],
} satisfies ImportField;
export const itemDescription = {
  label: message('Item description'),
  words: ['itemdescription', 'description'],
} satisfies ImportField;
export const itemValue = {
  label: message('Item value'),
  words: ['itemvalue', 'value', 'lineitemprice'],
} satisfies ImportField;
export const externalId = {
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
export const metadata = { label: message('Metadata'), words: ['metadata'] } satisfies ImportField;
