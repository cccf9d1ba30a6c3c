import type { ImportPreset, PresetLayout } from './preset.ts';

/**
 * The same columns, as eBay names them in the United States and in the United Kingdom. The source has the American names;
 * the British ones were read in public code too, of which no lasting address is known.
 */
const layout = (to: string, state: string, postcode: string): PresetLayout => ({
  source: 'https://github.com/randomecho/shifted-sales-report/blob/HEAD/README.md',
  seen: '2026-11-29',
  heads: ['ordernumber', 'buyerusername', 'buyername', `${to}name`, `${to}address1`, 'itemtitle'],
  fields: {
    externalId: ['ordernumber'],
    customerName: ['buyername'],
    customerEmail: ['buyeremail'],
    deliveryName: [`${to}name`],
    deliveryPhone: [`${to}phone`],
    deliveryAddress: [
      `${to}address1`,
      `${to}address2`,
      `${to}city`,
      `${to}${state}`,
      `${to}${postcode}`,
      `${to}country`,
    ],
    itemName: ['itemtitle'],
    itemQuantity: ['quantity'],
    itemValue: ['soldfor'],
    notes: ['buyernote'],
    shopPaid: ['paidondate'],
  },
});

// An order of several items begins with a row of their sums, which has no item.
export const ebay: ImportPreset = {
  shop: 'eBay',
  layouts: [layout('shipto', 'state', 'zip'), layout('postto', 'county', 'postcode')],
};
