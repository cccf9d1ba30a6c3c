import type { ImportPreset } from './preset.ts';

export const wix: ImportPreset = {
  shop: 'Wix',
  layouts: [
    {
      source: 'https://github.com/presashanette/abstrak_STSWENG/blob/e76460d/src/routes/loader.js',
      seen: '2026-11-29',
      heads: [
        'ordernumber',
        'contactemail',
        'item',
        'qty',
        'recipientname',
        'deliveryaddress',
        'deliveryzippostalcode',
      ],
      fields: {
        externalId: ['ordernumber'],
        customerName: ['billingname'],
        customerCompany: ['billingcompanyname'],
        customerEmail: ['contactemail'],
        customerPhone: ['billingphone'],
        deliveryName: ['recipientname'],
        deliveryCompany: ['recipientcompanyname'],
        deliveryPhone: ['recipientphone'],
        deliveryAddress: [
          'deliveryaddress',
          'deliverycity',
          'deliverystate',
          'deliveryzippostalcode',
          'deliverycountry',
        ],
        itemName: ['item'],
        itemDescription: ['variant'],
        itemQuantity: ['qty'],
        itemValue: ['price'],
        notes: ['notefromcustomer'],
        shopPaid: ['paymentstatus'],
        shopCurrency: ['currency'],
      },
    },
  ],
};
