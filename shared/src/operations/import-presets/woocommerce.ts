import type { ImportPreset } from './preset.ts';

export const woocommerce: ImportPreset = {
  shop: 'WooCommerce',
  layouts: [
    // Order exports of WooCommerce's own extensions: an item on each row, or line_item_1 and so on.
    {
      source: 'https://woocommerce.com/document/import-and-export-of-woocommerce-orders/',
      seen: '2026-11-29',
      heads: ['billingfirstname', 'billinglastname', 'shippingaddress1', 'shippingpostcode'],
      fields: {
        externalId: [['ordernumber', 'orderid']],
        customerName: ['billingfirstname', 'billinglastname'],
        customerCompany: ['billingcompany'],
        customerEmail: [['billingemail', 'customeremail']],
        customerPhone: ['billingphone'],
        deliveryName: ['shippingfirstname', 'shippinglastname'],
        deliveryCompany: ['shippingcompany'],
        deliveryPhone: ['shippingphone'],
        deliveryAddress: [
          'shippingaddress1',
          'shippingaddress2',
          'shippingcity',
          'shippingstate',
          'shippingpostcode',
          'shippingcountry',
        ],
        items: ['lineitem*'],
        itemName: ['itemname'],
        itemQuantity: ['itemquantity'],
        notes: ['customernote'],
        shopPaid: [['paiddate', 'status']],
        shopCurrency: ['ordercurrency'],
      },
    },
    // Advanced Order Export, as it is set at first: an item on each row.
    {
      source:
        'https://github.com/pantheon-systems/WordPress/blob/5432626/wp-content/plugins/woo-order-export-lite/classes/core/class-wc-order-export-data-extractor-ui.php',
      seen: '2026-11-29',
      heads: ['ordernumber', 'firstnamebilling', 'firstnameshipping', 'address12shipping', 'itemname'],
      fields: {
        externalId: ['ordernumber'],
        customerName: ['firstnamebilling', 'lastnamebilling'],
        customerCompany: ['companybilling'],
        customerEmail: ['emailbilling'],
        customerPhone: ['phonebilling'],
        deliveryName: ['firstnameshipping', 'lastnameshipping'],
        deliveryCompany: ['companyshipping'],
        deliveryAddress: [
          'address12shipping',
          'cityshipping',
          'statecodeshipping',
          'postcodeshipping',
          'countrycodeshipping',
        ],
        itemName: ['itemname'],
        itemQuantity: [['quantity', 'quantityrefund']],
        itemValue: ['itemcost'],
        notes: ['customernote'],
        shopPaid: ['orderstatus'],
        shopCurrency: ['currency'],
      },
    },
  ],
  // An order without an address to ship to has only the one of the bill.
  notices: {
    source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties',
    seen: '2026-11-30',
    heads: ['id', 'number', 'status'],
    fields: {
      externalId: ['number'],
      deliveryName: [
        ['shippingfirstname', 'billingfirstname'],
        ['shippinglastname', 'billinglastname'],
      ],
      deliveryCompany: [['shippingcompany', 'billingcompany']],
      deliveryPhone: [['shippingphone', 'billingphone']],
      deliveryEmail: ['billingemail'],
      deliveryAddress: [
        ['shippingaddress1', 'billingaddress1'],
        ['shippingaddress2', 'billingaddress2'],
        ['shippingcity', 'billingcity'],
        ['shippingpostcode', 'billingpostcode'],
        ['shippingstate', 'billingstate'],
        ['shippingcountry', 'billingcountry'],
      ],
      itemName: ['lineitemsname'],
      itemQuantity: ['lineitemsquantity'],
      itemValue: ['lineitemsprice'],
      notes: ['customernote'],
      shopPaid: ['status'],
      shopCurrency: ['currency'],
    },
  },
};
