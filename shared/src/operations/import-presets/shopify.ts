import type { ImportPreset } from './preset.ts';

// Name is the order's number. Street is both lines of an address; a row for each further item says nothing else again.
export const shopify: ImportPreset = {
  shop: 'Shopify',
  layouts: [
    {
      source: 'https://github.com/thoughtbot/upcase/blob/442f29e/spec/lib/shopify_importer_spec.rb',
      seen: '2026-11-29',
      heads: ['name', 'financialstatus', 'lineitemname', 'lineitemquantity', 'billingname', 'shippingname'],
      fields: {
        externalId: ['name'],
        customerName: ['billingname'],
        customerCompany: ['billingcompany'],
        customerEmail: ['email'],
        customerPhone: ['billingphone'],
        deliveryName: ['shippingname'],
        deliveryCompany: ['shippingcompany'],
        deliveryPhone: ['shippingphone'],
        deliveryAddress: [
          ['shippingstreet', 'shippingaddress1'],
          'shippingcity',
          'shippingzip',
          'shippingprovince',
          'shippingcountry',
        ],
        itemName: ['lineitemname'],
        itemQuantity: ['lineitemquantity'],
        itemValue: ['lineitemprice'],
        notes: ['notes'],
        shopPaid: ['financialstatus'],
        shopCurrency: ['currency'],
      },
    },
  ],
  // The one who pays in the shop is its customer and not ours: what is said of them is said of the recipient.
  notices: {
    source: 'https://shopify.dev/docs/api/admin-rest/latest/resources/order',
    seen: '2026-11-30',
    heads: ['id', 'name', 'financialstatus'],
    fields: {
      externalId: ['name'],
      deliveryName: [['shippingaddressname', 'billingaddressname']],
      deliveryCompany: [['shippingaddresscompany', 'billingaddresscompany']],
      deliveryPhone: [['shippingaddressphone', 'phone', 'billingaddressphone']],
      deliveryEmail: [['email', 'contactemail']],
      deliveryAddress: [
        'shippingaddressaddress1',
        'shippingaddressaddress2',
        'shippingaddresscity',
        'shippingaddresszip',
        'shippingaddressprovince',
        'shippingaddresscountry',
      ],
      itemName: ['lineitemsname'],
      itemQuantity: ['lineitemsquantity'],
      itemValue: ['lineitemsprice'],
      notes: ['note'],
      shopPaid: ['financialstatus'],
      shopCurrency: ['currency'],
    },
  },
};
