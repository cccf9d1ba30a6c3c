import type { ImportPreset } from './preset.ts';

// Separated by tabs. What a buyer paid for an item is that of all its pieces, and no value of one.
// The page says that its list is not whole; only its beginning, up to the recipient's name, was read again at this date.
export const amazon: ImportPreset = {
  shop: 'Amazon',
  layouts: [
    {
      source: 'https://sellercentral-europe.amazon.com/gp/help/external/help.html?itemID=201648780',
      seen: '2026-11-29',
      heads: ['orderid', 'orderitemid', 'quantitypurchased', 'recipientname', 'shipaddress1'],
      fields: {
        externalId: ['orderid'],
        customerName: ['buyername'],
        customerCompany: ['buyercompanyname'],
        customerEmail: ['buyeremail'],
        customerPhone: ['buyerphonenumber'],
        deliveryName: ['recipientname'],
        deliveryPhone: ['shipphonenumber'],
        deliveryAddress: [
          'shipaddress1',
          'shipaddress2',
          'shipaddress3',
          'shipcity',
          'shipstate',
          ['shippostalcode', 'shipzip'],
          'shipcountry',
        ],
        deliveryNotes: ['deliveryinstructions'],
        itemName: [['productname', 'itemname']],
        itemQuantity: ['quantitypurchased'],
        shopPaid: ['paymentsdate'],
        shopCurrency: ['currency'],
      },
    },
  ],
};
