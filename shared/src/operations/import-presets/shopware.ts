import type { ImportPreset } from './preset.ts';

// Version 5 has no items beside an address, version 6 only numbers of products: what an order is, is said once for the
// file.
export const shopware: ImportPreset = {
  shop: 'Shopware',
  layouts: [
    // Shopware 5: the profile of the main data of orders.
    {
      source: 'https://github.com/shopware5/SwagImportExport/blob/HEAD/Setup/DefaultProfiles/OrderMainDataProfile.php',
      seen: '2026-11-29',
      heads: ['orderid', 'ordernumber', 'customernumber', 'billingstreet', 'shippingstreet', 'shippingzipcode'],
      fields: {
        externalId: ['ordernumber'],
        customerName: ['billingfirstname', 'billinglastname'],
        customerCompany: ['billingcompany'],
        customerEmail: ['email'],
        customerPhone: ['billingphone'],
        deliveryName: ['shippingfirstname', 'shippinglastname'],
        deliveryCompany: ['shippingcompany'],
        deliveryAddress: [
          'shippingstreet',
          'shippingadditionaladdressline1',
          'shippingzipcode',
          'shippingcity',
          'shippingstate',
          'shippingcountry',
        ],
        shopPaid: ['paymentstatus'],
        shopCurrency: ['currency'],
      },
    },
    // Shopware 6: the profile of orders. It has no recipient, and the country only as a number of its own.
    {
      source:
        'https://github.com/shopware/shopware/blob/025859e/src/Core/Migration/V6_4/Migration1627983652AddOrderExportProfile.php',
      seen: '2026-11-29',
      heads: ['ordernumber', 'customeremail', 'shippingaddressstreet', 'shippingaddresszipcode'],
      fields: {
        externalId: ['ordernumber'],
        customerName: ['customerfirstname', 'customerlastname'],
        customerCompany: ['billingaddresscompany'],
        customerEmail: ['customeremail'],
        deliveryCompany: ['shippingaddresscompany'],
        deliveryAddress: ['shippingaddressstreet', 'shippingaddresszipcode', 'shippingaddresscity'],
      },
    },
  ],
};
