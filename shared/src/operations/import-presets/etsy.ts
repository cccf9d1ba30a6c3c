import type { ImportPreset } from './preset.ts';

const address = ['shipcity', 'shipstate', 'shipzipcode', 'shipcountry'] as const;
const british = ['deliverycity', 'deliverystate', 'deliveryzipcode', 'deliverycountry'] as const;

// The file of sold items has one on each row, that of orders only their numbers of items. Neither has an e-mail address.
export const etsy: ImportPreset = {
  shop: 'Etsy',
  layouts: [
    {
      source: 'https://github.com/dillhicks/etsy-csv-explore/blob/c105307/src/types.ts',
      seen: '2026-11-29',
      heads: ['saledate', 'itemname', 'shipname', 'shipaddress1', 'orderid', 'transactionid'],
      fields: {
        externalId: ['orderid'],
        customerName: ['buyer'],
        deliveryName: ['shipname'],
        deliveryAddress: ['shipaddress1', 'shipaddress2', ...address],
        itemName: ['itemname'],
        itemDescription: ['variations'],
        itemQuantity: ['quantity'],
        itemValue: ['price'],
        shopPaid: ['datepaid'],
        shopCurrency: ['currency'],
      },
    },
    // The source has the British names of an address; the American ones are those of the file of sold items.
    {
      source:
        'https://github.com/YitongM/Etsy2ParcelMonkeyCSV/blob/HEAD/Etsy2ParcelMonkeyCSV/Models/EtsyImportModel.cs',
      seen: '2026-11-29',
      heads: ['saledate', 'orderid', 'fullname', 'street1', 'numberofitems'],
      fields: {
        externalId: ['orderid'],
        customerName: ['buyer'],
        deliveryName: ['fullname'],
        deliveryAddress: ['street1', 'street2', ...address, ...british],
        itemName: ['sku'],
        shopPaid: [['status', 'paymentmethod']],
        shopCurrency: ['currency'],
      },
    },
  ],
};
