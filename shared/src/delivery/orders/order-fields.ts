// Everything that is decided about the fields of an order (base/fields.ts says what each decision means). A new field is
// written here first: the compiler and `order-fields.test.ts` then name what is missing.
import { z } from 'zod';
import { contactsIn, contactsOut } from '../../base/contact/stop-contact.ts';
import { demandsIn, demandsOut } from '../../base/demands.ts';
import { type CarriedBy, carriedBy, type FieldDecision, type FieldsThat, fieldsThat } from '../../base/fields.ts';
import * as importWords from '../../base/import-words.ts';
import { collectIn, collectOut } from '../../base/money/collect.ts';
import { ownNumbersIn, ownNumbersOut } from '../../base/own-numbers.ts';
import { placeIn } from '../../base/place/places.ts';
import {
  address,
  company,
  currencyOut,
  flag,
  id,
  integer,
  moneyOut,
  notes,
  notesOut,
  optionalEmail,
  optionalMoney,
  personName,
  personOut,
  phone,
  routeOut,
  rowId,
  rowVersion,
  textOrNull,
  timestamp,
  trackingNumberOut,
} from '../../base/primitives.ts';
import { stopKinds } from '../../base/time/day-rules.ts';
import { windowsIn, windowsOut } from '../../base/time/windows.ts';
import { proofRulesIn, proofRulesOut } from '../../company/proof/proof-rules.ts';
import { example } from '../../examples.ts';
import { ITEMS_MAX, NOTES_MAX } from '../../limits.ts';
import { priceBasis, priceBasisIn } from '../../quoting/pricing/price-basis.ts';
import { customerIdOut, quoteItemInput } from '../../quoting/quotes.ts';
import { languageIn, languageOut } from '../../words/fields.ts';
import { type Message, message, t } from '../../words/t.ts';
import { chargesOut } from '../charges/charges.ts';
import { collectedOut } from '../collect/collect.ts';
import { delay, eta } from '../eta/eta.ts';
import { attemptsOut, outcomeOut } from '../proof/attempts.ts';
import {
  deliveredOut,
  deliveryDateIn,
  deliveryDateOut,
  fixedStopsOut,
  orderDriver,
  orderItem,
  parcelsIn,
  plannedDayOut,
} from './order-leaves.ts';
import { paymentOut } from './order-payment.ts';
import { orderStatus } from './order-status-schema.ts';
import { partnerCodesIn, partnerCodesOut } from './partner-codes.ts';

/** Where a field of an order goes with it. */
interface Carried {
  /** From a quote that becomes an order. */
  quote: boolean;
  /** To a duplicate. */
  duplicate: boolean;
  /**
   * To a recurring job and its orders. A job's order is given whole, so what a change leaves out is gone (`whole`). A
   * field that a program may not know of yet is kept instead (`stays`): so is every new one.
   */
  recurring: 'whole' | 'stays' | false;
  /** "Same as last time" in New order. */
  lastTime: boolean;
  /** "Order again" of a customer, under /my. */
  again: boolean;
  /** To the way back: an order of what was delivered, from its recipient to its sender. */
  return: boolean;
}
/**
 * A text that the office's forms ask for, the order's page shows and its papers say, each as they do with the other
 * texts. null: it is no such text, or has a part of its own there.
 */
interface AsText {
  label: Message;
  hint: Message;
  /** Lines that its input begins with. */
  rows: number;
  max: number;
  /** On labels, and on run sheets as far as the day's orders have it; the last of the table is the first there. */
  isPrinted: boolean;
}
export interface OrderField extends FieldDecision {
  carried: Carried;
  asText: AsText | null;
  /** Whether a driver who carries the order is told that it changed. */
  toldDriver: boolean;
}

const everywhere = {
  quote: true,
  duplicate: true,
  recurring: 'whole',
  lastTime: true,
  again: true,
  return: true,
} as const;
const byOffice = {
  quote: false,
  duplicate: true,
  recurring: 'whole',
  lastTime: true,
  again: false,
  return: false,
} as const;
const nowhere = {
  quote: false,
  duplicate: false,
  recurring: false,
  lastTime: false,
  again: false,
  return: false,
} as const;
/** The time of one order is no other's: recurring jobs keep times of day, `deliveryDate` is the day of each. */
const ofThisDay = nowhere;

/** What the product writes and others only read. */
const written = {
  input: null,
  hiddenFrom: [],
  writtenBy: 'nobody',
  kept: 'rule',
  carried: nowhere,
  history: null,
  exported: null,
  imported: null,
  isPersonal: false,
  searchedBy: null,
  asText: null,
  toldDriver: false,
} as const;
const items = z
  .array(quoteItemInput.omit({ id: true }), { error: () => t('At least one item is required') })
  .min(1, { error: () => t('At least one item is required') })
  .max(ITEMS_MAX, { error: () => t('At most {itemsMax} items', { itemsMax: ITEMS_MAX }) });
const linkedOrder = z
  .object({ id: rowId, trackingNumber: trackingNumberOut })
  .meta({ id: 'LinkedOrder', description: 'An order that belongs to this one' });
const optionalDriver = z.union([z.null(), id]).optional();

export const orderFields = {
  id: { ...written, output: rowId, exported: { head: message('Order ID'), cell: 'as read', isNumber: true } },
  trackingNumber: {
    ...written,
    output: trackingNumberOut,
    exported: { head: message('Tracking number'), cell: 'as read' },
    searchedBy: 'everyone',
  },
  status: {
    ...written,
    output: orderStatus.meta({ example: 'assigned' }),
    exported: { head: message('Status'), cell: 'words' },
  },
  driverId: {
    input: optionalDriver.meta({ description: 'null while nobody carries it', example: example.driverId }),
    output: integer.nullable().meta({ description: 'null while nobody carries it', example: example.driverId }),
    hiddenFrom: ['merchant'],
    writtenBy: 'office',
    kept: 'apart',
    carried: { ...nowhere, recurring: 'whole' },
    history: null,
    exported: null,
    imported: null,
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  driver: {
    ...written,
    output: orderDriver.nullable(),
    hiddenFrom: ['merchant'],
    exported: { head: message('Driver'), cell: 'words' },
  },

  // Who orders.
  customerId: { ...written, output: customerIdOut, hiddenFrom: ['driver'] },
  customerName: {
    input: personName(message('Customer name is required')),
    output: personOut.name,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'text',
    carried: { ...everywhere, lastTime: false },
    history: { word: 'Customer name', shows: 'text' },
    exported: { head: message('Customer'), cell: 'as read' },
    imported: { ...importWords.customerName, cell: 'text' },
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: true,
  },
  customerEmail: {
    input: optionalEmail().meta({ description: 'null or absent: the customer is sent no e-mails' }),
    output: textOrNull.meta({ description: 'null: the customer is sent no e-mails', example: example.email }),
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'optional text',
    carried: { ...everywhere, lastTime: false },
    history: { word: 'Email', shows: 'text' },
    exported: { head: message('E-mail'), cell: 'as read' },
    imported: { label: importWords.customerEmail.label, words: importWords.customerEmail.words, cell: 'text' },
    isPersonal: true,
    searchedBy: 'office',
    asText: null,
    toldDriver: false,
  },
  customerPhone: {
    input: phone,
    output: personOut.phone,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'optional text',
    carried: { ...everywhere, lastTime: false },
    history: { word: 'Phone', shows: 'text' },
    exported: { head: message('Phone'), cell: 'as read' },
    imported: { ...importWords.customerPhone, cell: 'text' },
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: true,
  },
  customerCompany: {
    input: company,
    output: personOut.company,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'optional text',
    carried: { ...everywhere, lastTime: false },
    history: { word: 'Company', shows: 'text' },
    exported: { head: message('Company'), cell: 'as read' },
    imported: { ...importWords.customerCompany, cell: 'text' },
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: false,
  },

  // For how much.
  quotePrice: {
    input: optionalMoney(message('The price must be a number of at least 0')).meta({
      description:
        'Decimal string: with its tax inside or on top, as the setting `pricesIncludeTax` says. The total that was read changes nothing',
    }),
    output: moneyOut.nullable().meta({ description: 'Decimal string: the total of the order, with its tax' }),
    hiddenFrom: ['driver'],
    writtenBy: 'office',
    kept: 'rule',
    carried: { ...byOffice, quote: true },
    history: { word: 'Price', shows: 'words' },
    exported: { head: message('Total'), cell: 'as read', isNumber: true, kind: 'amount' },
    imported: {
      label: message('Price'),
      words: ['quoteprice', 'deliveryprice', 'deliveryfee', 'shippingprice', 'shipping', 'price', 'total'],
      cell: 'amount',
    },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  netTotal: {
    ...written,
    input: optionalMoney(message('The price must be a number of at least 0')).meta({
      description:
        'Without `quotePrice`, or with the one that was read: another price without its tax, whatever the setting says',
      example: '100.84',
    }),
    writtenBy: 'office',
    // A way to say the price: it is computed of it.
    kept: 'apart',
    output: moneyOut.nullable().meta({ description: '`quotePrice` without its tax', example: '100.84' }),
    hiddenFrom: ['driver'],
  },
  taxTotal: {
    ...written,
    carried: { ...nowhere, quote: true, duplicate: true },
    output: moneyOut.nullable().meta({
      description: 'The tax in `quotePrice`, as its quote or the setting said it; zero where nobody said',
      example: '19.16',
    }),
    hiddenFrom: ['driver'],
  },
  currency: {
    ...written,
    output: currencyOut,
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'whole' },
  },
  priceBasis: {
    input: priceBasisIn,
    output: priceBasis,
    hiddenFrom: ['driver', 'merchant'],
    writtenBy: 'office',
    kept: 'rule',
    carried: { ...nowhere, duplicate: true },
    history: { word: 'Price by', shows: 'words' },
    exported: null,
    imported: null,
    // Its reason is the office's own words.
    isPersonal: true,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },

  // Whether it is paid.
  payment: {
    ...written,
    output: paymentOut.payment,
    hiddenFrom: ['driver'],
    exported: { head: message('Payment'), cell: 'words' },
  },
  paymentMethod: { ...written, output: paymentOut.paymentMethod, hiddenFrom: ['driver'] },
  paymentReference: { ...written, output: paymentOut.paymentReference, hiddenFrom: ['driver'], isPersonal: true },
  paidAt: { ...written, output: paymentOut.paidAt, hiddenFrom: ['driver'] },

  // What the driver takes at the door, for the sender of the goods.
  collect: {
    input: collectIn,
    output: collectOut,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    // It is paid once; on the way back nobody pays.
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'stays' },
    history: { word: 'To collect at the door', shows: 'words' },
    exported: { head: message('To collect at the door'), cell: 'words' },
    imported: 'several cells',
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: true,
  },
  collected: { ...written, output: collectedOut, kept: 'apart' },

  // From where to where, and who is there.
  pickupAddress: {
    input: address(message('Pickup address is required')),
    output: routeOut.pickupAddress,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'text',
    carried: everywhere,
    history: { word: 'Pickup address', shows: 'text' },
    exported: { head: message('Pickup address'), cell: 'as read' },
    imported: { ...importWords.pickupAddress, cell: 'text' },
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: true,
  },
  deliveryAddress: {
    input: address(message('Delivery address is required')),
    output: routeOut.deliveryAddress,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'text',
    carried: everywhere,
    history: { word: 'Delivery address', shows: 'text' },
    exported: { head: message('Delivery address'), cell: 'as read' },
    imported: { ...importWords.deliveryAddress, cell: 'text' },
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: true,
  },
  pickupContact: {
    input: contactsIn.pickupContact,
    output: contactsOut.pickupContact,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    carried: everywhere,
    history: { word: 'Pickup contact', shows: 'words' },
    // Five columns of each contact (base/table.ts).
    exported: null,
    imported: 'several cells',
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: false,
  },
  deliveryContact: {
    input: contactsIn.deliveryContact,
    output: contactsOut.deliveryContact,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    carried: everywhere,
    history: { word: 'Delivery contact', shows: 'words' },
    exported: null,
    imported: 'several cells',
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: false,
  },

  // Where the two addresses are. The answers of a single order have it (orders.ts): a list would look up each.
  pickupPlace: {
    ...written,
    input: placeIn,
    output: null,
    hiddenFrom: ['merchant'],
    writtenBy: 'office',
    kept: 'apart',
    // It is remembered for the address, and goes with it.
    carried: { ...nowhere, duplicate: true },
    history: { word: 'Pickup place', shows: 'apart' },
    imported: {
      label: message('Pickup place, like 52.52, 13.405'),
      words: ['pickupplace', 'pickupcoordinates', 'pickuplocation'],
      cell: 'text',
    },
  },
  deliveryPlace: {
    ...written,
    input: placeIn,
    output: null,
    hiddenFrom: ['merchant'],
    writtenBy: 'office',
    kept: 'apart',
    carried: { ...nowhere, duplicate: true },
    history: { word: 'Delivery place', shows: 'apart' },
    imported: {
      label: message('Delivery place, like 52.52, 13.405'),
      words: ['deliveryplace', 'place', 'deliverycoordinates', 'deliverylocation', 'coordinates', 'location'],
      cell: 'text',
    },
  },

  // What is said about it, and to whom.
  notes: {
    input: notes,
    output: notesOut,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'optional text',
    // They are about the doors of the way there.
    carried: { ...everywhere, return: false },
    history: { word: 'Special instructions', shows: 'text' },
    exported: null,
    imported: { ...importWords.notes, cell: 'text' },
    isPersonal: true,
    searchedBy: null,
    asText: {
      label: message('Special instructions'),
      hint: message('Optional: floor, gate code, opening hours'),
      rows: 3,
      max: NOTES_MAX,
      isPrinted: true,
    },
    toldDriver: true,
  },
  language: {
    input: languageIn,
    output: languageOut,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    // In New order and under /my it is the customer's own.
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'stays', return: true },
    history: { word: 'Language', shows: 'text' },
    exported: null,
    imported: null,
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  driverNotes: {
    input: notes.meta({ description: 'From the office to the driver', example: 'Use the yard gate' }),
    output: textOrNull.meta({ description: 'From the office to the driver', example: 'Use the yard gate' }),
    hiddenFrom: ['program'],
    writtenBy: 'office',
    kept: 'optional text',
    carried: byOffice,
    history: { word: 'Notes for the driver', shows: 'change' },
    exported: null,
    imported: {
      label: message('Notes for the driver'),
      words: ['drivernotes', 'notesfordriver', 'notesforthedriver'],
      joint: '\n',
      cell: 'text',
    },
    isPersonal: true,
    searchedBy: null,
    asText: {
      label: message('Notes for the driver'),
      hint: message('The driver reads it, the customer does not'),
      rows: 2,
      max: NOTES_MAX,
      isPrinted: true,
    },
    toldDriver: true,
  },
  officeNotes: {
    input: notes.meta({
      description: 'For the office alone: no driver and no customer reads it',
      example: 'Pays late',
    }),
    output: textOrNull.meta({ description: 'null for drivers, who never read it', example: null }),
    hiddenFrom: ['driver', 'program'],
    writtenBy: 'office',
    kept: 'optional text',
    carried: byOffice,
    // Only that they changed: they never leave the office, and history goes into evidence packs.
    history: { word: 'Notes for the office', shows: 'change' },
    exported: null,
    imported: {
      label: message('Notes of the office'),
      words: ['officenotes', 'notesoftheoffice', 'internalnotes', 'internalnote'],
      joint: '\n',
      cell: 'text',
    },
    isPersonal: true,
    searchedBy: null,
    asText: {
      label: message('Notes for the office'),
      hint: message('Neither driver nor customer reads it'),
      rows: 2,
      max: NOTES_MAX,
      isPrinted: false,
    },
    toldDriver: false,
  },
  placePhotoUrl: {
    ...written,
    output: textOrNull.optional().meta({
      description: 'A photo of the place where to leave it; for staff who signed in and drivers, null for keys',
      example: null,
    }),
    hiddenFrom: ['program'],
    kept: 'apart',
  },

  // How much is carried.
  parcels: {
    input: parcelsIn,
    output: integer.meta({ description: 'The pieces of all items, unless it was said', example: 2 }),
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    carried: { ...nowhere, duplicate: true, recurring: 'whole', return: true },
    history: { word: 'Parcels', shows: 'words' },
    exported: { head: message('Parcels'), cell: 'as read', isNumber: true },
    imported: {
      label: message('Parcels'),
      words: ['parcels', 'packages', 'numberofparcels', 'colli'],
      cell: 'whole',
    },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  weightKg: {
    input: demandsIn.weightKg,
    output: demandsOut.weightKg,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'stays', lastTime: true, return: true },
    history: { word: 'Weight in kg', shows: 'words' },
    exported: { head: message('Weight in kg'), cell: 'as read', isNumber: true, kind: 'decimal' },
    imported: {
      label: message('Weight in kg'),
      words: ['weightkg', 'weightinkg', 'weight', 'kilos', 'grossweight', 'totalweight'],
      cell: 'weight',
    },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  needs: {
    input: demandsIn.needs,
    output: demandsOut.needs,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'stays', lastTime: true, return: true },
    history: { word: 'Needs', shows: 'words' },
    exported: { head: message('Needs'), cell: 'words' },
    imported: { label: message('Needs, with commas between them'), words: ['needs', 'skills'], cell: 'text' },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  onAccount: {
    input: flag.meta({ description: 'The customer pays later, with an invoice' }).optional(),
    output: z
      .boolean()
      .nullable()
      .meta({ description: 'The customer pays later, with an invoice; null for drivers', example: false }),
    hiddenFrom: ['driver'],
    writtenBy: 'office',
    kept: 'rule',
    carried: { ...nowhere, quote: true, duplicate: true, recurring: 'whole', return: true },
    history: { word: 'On account', shows: 'words' },
    exported: { head: message('On account'), cell: 'words' },
    imported: { label: message('On account (yes or no)'), words: ['onaccount'], cell: 'flag' },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },

  // When.
  deliveryDate: {
    input: deliveryDateIn,
    output: deliveryDateOut,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: ofThisDay,
    history: { word: 'Planned day', shows: 'words' },
    exported: { head: message('Planned for'), cell: 'words', kind: 'day' },
    imported: {
      label: message('Day, like 2026-12-01'),
      words: ['deliverydate', 'deliveryday', 'plannedfor', 'duedate', 'date', 'day'],
      cell: 'day',
    },
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  plannedDay: { ...written, output: plannedDayOut },
  pickupWindow: {
    input: windowsIn.pickupWindow,
    output: windowsOut.pickupWindow,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: { ...ofThisDay, recurring: 'whole' },
    history: { word: 'Pickup window', shows: 'words' },
    // From and until.
    exported: null,
    imported: 'several cells',
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: true,
  },
  deliveryWindow: {
    input: windowsIn.deliveryWindow,
    output: windowsOut.deliveryWindow,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: { ...ofThisDay, recurring: 'whole' },
    history: { word: 'Delivery window', shows: 'words' },
    exported: null,
    imported: 'several cells',
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: true,
  },
  fixedStops: {
    ...written,
    input: z
      .union(
        [
          // As it is read by who may not know it: no change.
          z.null().transform(() => undefined),
          z
            .array(z.enum(stopKinds, { error: () => t('Must be pickup or delivery') }))
            .max(10)
            .transform((stops) => stopKinds.filter((stop) => stops.includes(stop))),
        ],
        { error: () => t('Must be a list of pickup and delivery') },
      )
      .optional()
      .meta({
        override: { type: 'array', items: { type: 'string', enum: [...stopKinds] }, anyOf: undefined },
        description: 'Stops that keep their place in the day of their driver when it is planned',
        example: ['pickup'],
      }),
    output: fixedStopsOut.nullable(),
    hiddenFrom: ['merchant'],
    writtenBy: 'office',
    history: { word: 'Fixed stops', shows: 'words' },
  },
  eta: { ...written, output: eta, kept: 'apart' },
  delay: { ...written, output: delay, kept: 'apart' },
  createdAt: { ...written, output: timestamp, exported: { head: message('Created'), cell: 'words', kind: 'moment' } },
  updatedAt: { ...written, output: timestamp },
  deliveredAt: {
    ...written,
    output: deliveredOut.deliveredAt,
    exported: { head: message('Delivered'), cell: 'words', kind: 'moment' },
  },
  actualDelivery: { ...written, output: deliveredOut.actualDelivery },

  // What happened.
  outcome: { ...written, output: outcomeOut },
  failedAt: {
    ...written,
    output: timestamp.nullable().meta({
      description: 'Since when an attempt that did not work out waits for a decision',
      example: null,
    }),
  },
  correctedAt: {
    ...written,
    output: timestamp.nullable().meta({
      description: 'When the office last took back its delivery: what proved that one does not prove the next',
      example: null,
    }),
  },
  attempts: { ...written, output: attemptsOut, kept: 'apart' },
  charges: {
    ...written,
    output: chargesOut,
    hiddenFrom: ['driver'],
    kept: 'apart',
    exported: { head: message('Charges'), cell: 'words', isNumber: true, kind: 'amount' },
  },
  // What its stops have to prove.
  proofRules: {
    input: proofRulesIn,
    output: proofRulesOut,
    hiddenFrom: ['merchant'],
    writtenBy: 'office',
    kept: 'rule',
    // A quote has none; what a customer orders again has those of the customer.
    carried: { ...byOffice, recurring: 'stays' },
    history: { word: 'Proof rules', shows: 'change' },
    exported: null,
    imported: null,
    isPersonal: false,
    searchedBy: null,
    asText: null,
    toldDriver: false,
  },
  quoteId: { ...written, output: rowId.nullable() },
  // The way back, and the way there.
  returnOf: {
    ...written,
    kept: 'apart',
    output: linkedOrder.nullable().meta({ description: 'The order that this one brings back', example: null }),
  },
  returns: {
    ...written,
    kept: 'apart',
    output: z.array(linkedOrder).meta({ description: 'Orders that bring this one back', example: [] }),
  },

  // What other programs know it by.
  externalId: {
    input: ownNumbersIn.externalId,
    output: ownNumbersOut.externalId,
    hiddenFrom: ['driver'],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: { ...nowhere, quote: true },
    history: { word: 'External ID', shows: 'apart' },
    exported: { head: message('External ID'), cell: 'as read' },
    imported: 'several cells',
    isPersonal: true,
    searchedBy: 'office',
    asText: null,
    toldDriver: false,
  },
  metadata: {
    input: ownNumbersIn.metadata,
    output: ownNumbersOut.metadata,
    hiddenFrom: ['driver'],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: { ...nowhere, quote: true },
    history: { word: 'Metadata', shows: 'apart' },
    exported: { head: message('Metadata'), cell: 'words' },
    imported: 'several cells',
    isPersonal: true,
    searchedBy: 'office',
    asText: null,
    toldDriver: false,
  },
  partnerCodes: {
    input: partnerCodesIn,
    output: partnerCodesOut,
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'rule',
    // They are printed on the parcels of this order alone.
    carried: nowhere,
    history: { word: 'Partner codes', shows: 'words' },
    exported: { head: message('Partner codes'), cell: 'words' },
    imported: 'several cells',
    isPersonal: true,
    searchedBy: 'everyone',
    asText: null,
    toldDriver: false,
  },

  items: {
    input: items,
    output: z.array(orderItem),
    hiddenFrom: [],
    writtenBy: 'everyone',
    kept: 'apart',
    carried: everywhere,
    history: null,
    exported: { head: message('Items'), cell: 'words', isNumber: true },
    imported: 'several cells',
    isPersonal: true,
    searchedBy: null,
    asText: null,
    toldDriver: true,
  },
  version: { ...written, output: rowVersion },
} as const satisfies Record<string, OrderField>;
export type OrderFieldName = keyof typeof orderFields;

/** Columns with a text as it was given. */
export const orderTexts = [
  ...fieldsThat(orderFields, { kept: 'text' }),
  ...fieldsThat(orderFields, { kept: 'optional text' }),
];
/** Fields of requests of which a service says what is stored. */
export type RuledField = FieldsThat<typeof orderFields, { kept: 'rule'; input: z.ZodType }>;

type Columns = Exclude<OrderFieldName, FieldsThat<typeof orderFields, { kept: 'apart' }>>;
/** Columns of an order that go along a way; what else goes is copied where it is stored. */
export type CarriedColumn<Way extends keyof Carried> = CarriedBy<typeof orderFields, Way> & Columns;
const isColumn = <Name extends OrderFieldName>(name: Name): name is Name & Columns =>
  orderFields[name].kept !== 'apart';
/** The columns that a duplicate has of its order. */
export const duplicatedColumns: readonly CarriedColumn<'duplicate'>[] = carriedBy(orderFields, 'duplicate').filter(
  isColumn,
);
/** The columns that the way back has of its order; the two ends change places. */
export const returnedColumns: readonly CarriedColumn<'return'>[] = carriedBy(orderFields, 'return').filter(isColumn);
/** What an order has of its job in the same words; a job's currency is that of its amounts. */
export const columnsOfJob = carriedBy(orderFields, 'recurring')
  .filter(isColumn)
  .filter((name): name is Exclude<typeof name, 'currency'> => name !== 'currency');
/** What a recurring job has of its orders, besides windows, driver and items. */
export const recurringColumns: readonly CarriedColumn<'recurring'>[] = carriedBy(orderFields, 'recurring').filter(
  isColumn,
);
/** The texts that an order has of its quote. */
export const textsOfQuote = [
  ...fieldsThat(orderFields, { kept: 'text', carried: { quote: true } }),
  ...fieldsThat(orderFields, { kept: 'optional text', carried: { quote: true } }),
];
/** The texts of an order that forms, pages and papers treat alike. */
export const orderNotes = fieldsThat(orderFields, { asText: {} });
export type OrderNote = (typeof orderNotes)[number];
/** Those of labels and run sheets, in their order. */
export const printedNotes = fieldsThat(orderFields, { asText: { isPrinted: true } }).toReversed();
