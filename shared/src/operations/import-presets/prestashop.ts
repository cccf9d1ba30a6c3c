import type { ImportPreset } from './preset.ts';

// The list of orders has no street, so that its rows say what is missing. The SQL manager of the shop writes the columns
// of its tables: docs/import-export.md has the query.
export const prestashop: ImportPreset = {
  shop: 'PrestaShop',
  layouts: [
    {
      source: 'https://github.com/PrestaShop/PrestaShop/blob/61967d5/install-dev/data/db_structure.sql',
      seen: '2026-11-30',
      heads: ['reference', 'customerlastname', 'lastname', 'address1', 'postcode', 'productname', 'productquantity'],
      fields: {
        externalId: ['reference'],
        customerName: ['customerfirstname', 'customerlastname'],
        customerEmail: ['email'],
        deliveryName: ['firstname', 'lastname'],
        deliveryCompany: ['company'],
        deliveryPhone: [['phonemobile', 'phone']],
        deliveryAddress: ['address1', 'address2', 'postcode', 'city', 'country'],
        itemName: ['productname'],
        itemQuantity: ['productquantity'],
        itemValue: ['unitpricetaxincl'],
        notes: ['other'],
        shopPaid: ['payment'],
        shopCurrency: ['isocode'],
      },
    },
    {
      source:
        'https://github.com/PrestaShop/PrestaShop/blob/1.7.8.0/src/PrestaShopBundle/Controller/Admin/Sell/Order/OrderController.php',
      seen: '2026-11-30',
      heads: ['id', 'reference', 'newclient', 'delivery', 'customer', 'total', 'payment', 'status', 'date'],
      fields: {
        externalId: ['reference'],
        customerName: ['customer'],
        customerCompany: ['company'],
        shopPaid: ['status'],
      },
    },
  ],
};
