import type { ImportPreset } from './preset.ts';

// Like Shopify's, with Order ID for the number and both lines of an address apart.
export const squarespace: ImportPreset = {
  shop: 'Squarespace',
  layouts: [
    {
      source: 'https://github.com/benwalk/cave-painter/blob/12e620d/src/containers/Orders.js',
      seen: '2026-11-29',
      heads: ['orderid', 'financialstatus', 'lineitemname', 'lineitemquantity', 'shippingname', 'shippingaddress1'],
      fields: {
        externalId: ['orderid'],
        customerName: ['billingname'],
        customerEmail: ['email'],
        customerPhone: ['billingphone'],
        deliveryName: ['shippingname'],
        deliveryPhone: ['shippingphone'],
        deliveryAddress: [
          'shippingaddress1',
          'shippingaddress2',
          'shippingcity',
          'shippingzip',
          'shippingprovince',
          'shippingcountry',
        ],
        itemName: ['lineitemname'],
        itemDescription: ['lineitemvariant'],
        itemQuantity: ['lineitemquantity'],
        itemValue: ['lineitemprice'],
        notes: ['privatenotes'],
        shopPaid: ['financialstatus'],
        shopCurrency: ['currency'],
      },
    },
  ],
};
