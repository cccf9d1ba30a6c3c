import type { ImportPreset } from './preset.ts';

// Whom an order goes to is all that it says of people: they are the customer.
export const square: ImportPreset = {
  shop: 'Square',
  layouts: [
    {
      source: 'https://github.com/ajamkotc/belly_rubb/blob/c9f527d/docs/docs/01_orders_initial_exploration.md',
      seen: '2026-11-30',
      heads: ['order', 'fulfillmenttype', 'recipientname', 'recipientaddress', 'itemname', 'itemvariation'],
      fields: {
        externalId: ['order'],
        customerName: ['recipientname'],
        customerEmail: ['recipientemail'],
        customerPhone: ['recipientphone'],
        deliveryAddress: [
          'recipientaddress',
          'recipientaddress2',
          'recipientpostalcode',
          'recipientcity',
          'recipientregion',
          'recipientcountry',
        ],
        itemName: ['itemname'],
        itemDescription: ['itemvariation', 'itemmodifiers'],
        itemQuantity: ['itemquantity'],
        itemValue: ['itemprice'],
        notes: ['fulfillmentnotes'],
        shopCurrency: ['currency'],
      },
    },
  ],
};
