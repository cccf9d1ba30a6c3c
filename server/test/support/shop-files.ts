/** Exports of shops with the columns that the sources of their presets name: heads, rows, and the order that a person reads there. */
interface ShopFile {
  shop: string;
  file: string;
  text: string;
  order: object;
  /** What the office says once, of a file without items. */
  constants?: Record<string, string>;
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
/** Rows by their heads; a head that no row names is there all the same. */
function table(heads: string, rows: readonly Record<string, string>[], delimiter = ','): string {
  const names = heads.split('|');
  const lines = rows.map((row) => names.map((name) => quoted(row[name] ?? '', delimiter)).join(delimiter));
  return [names.map((name) => quoted(name, delimiter)).join(delimiter), ...lines].join('\r\n');
}

const items = [
  { name: 'Candle', quantity: 2 },
  { name: 'Card', quantity: 1 },
];
const buyer = { customerName: 'Buyer Person', customerEmail: 'buyer@example.com' };
const contact = { name: 'Gift Receiver' };

const woo = {
  order_number: 'W-1001',
  status: 'processing',
  order_currency: 'EUR',
  billing_first_name: 'Buyer',
  billing_last_name: 'Person',
  billing_email: 'buyer@example.com',
  shipping_first_name: 'Gift',
  shipping_last_name: 'Receiver',
  shipping_company: 'Receiver GmbH',
  shipping_address_1: 'Geschenkweg 9',
  shipping_city: 'Dresden',
  shipping_postcode: '01069',
  shipping_country: 'DE',
  customer_note: 'Ring',
};
const wooHeads =
  'order_id|order_number|order_date|status|shipping_total|order_total|order_currency|payment_method|customer_email|billing_first_name|billing_last_name|billing_company|billing_email|billing_phone|billing_address_1|billing_postcode|billing_city|billing_country|shipping_first_name|shipping_last_name|shipping_company|shipping_address_1|shipping_address_2|shipping_postcode|shipping_city|shipping_state|shipping_country|customer_note';
const wooOrder = {
  ...buyer,
  externalId: 'W-1001',
  deliveryAddress: 'Geschenkweg 9, 01069, Dresden, DE',
  deliveryContact: { ...contact, company: 'Receiver GmbH' },
  notes: 'Ring',
  metadata: { shopPaid: 'processing', shopCurrency: 'EUR' },
  items,
};

const ebayRow = (to: string, state: string, zip: string) => ({
  'Order Number': '12-00001-00001',
  'Buyer Username': 'buyer1',
  'Buyer Name': 'Buyer Person',
  'Buyer Email': 'buyer@example.com',
  [`${to} Name`]: 'Gift Receiver',
  [`${to} Phone`]: '+49 351 7654321',
  [`${to} Address 1`]: 'Geschenkweg 9',
  [`${to} City`]: 'Dresden',
  [`${to} ${state}`]: '',
  [`${to} ${zip}`]: '01069',
  [`${to} Country`]: 'Germany',
  'Item Title': 'Candle',
  Quantity: '2',
  'Sold For': '$20.00',
  'Paid On Date': 'Nov-28-26',
});
const ebayHeads = (to: string, state: string, zip: string) =>
  `Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Buyer Note|Buyer Address 1|Buyer City|${to} Name|${to} Phone|${to} Address 1|${to} Address 2|${to} City|${to} ${state}|${to} ${zip}|${to} Country|Item Number|Item Title|Custom Label|Quantity|Sold For|Paid On Date`;
const ebayOrder = {
  ...buyer,
  externalId: '12-00001-00001',
  deliveryAddress: 'Geschenkweg 9, Dresden, 01069, Germany',
  deliveryContact: { ...contact, phone: '+49 351 7654321' },
  items: [{ name: 'Candle', quantity: 2, value: '20.00' }],
};

const etsyAddress = { 'Ship City': 'Dresden', 'Ship Zipcode': '01069', 'Ship Country': 'Germany', Currency: 'EUR' };

export const shopFiles: readonly ShopFile[] = [
  {
    shop: 'WooCommerce',
    file: 'woocommerce-suite.csv',
    text: table(`${wooHeads}|line_item_1|line_item_2`, [
      {
        ...woo,
        line_item_1: 'name:Candle|product_id:7|sku:|quantity:2|total:40.00',
        line_item_2: 'name:Card|product_id:8|sku:|quantity:1|total:3.00',
      },
    ]),
    order: wooOrder,
  },
  {
    shop: 'WooCommerce',
    file: 'woocommerce-row-per-item.csv',
    text: table(`${wooHeads}|item_name|item_quantity|item_total`, [
      { ...woo, order_number: 'W-1002', item_name: 'Candle', item_quantity: '2', item_total: '40.00' },
      { ...woo, order_number: 'W-1002', item_name: 'Card', item_quantity: '1', item_total: '3.00' },
    ]),
    order: { ...wooOrder, externalId: 'W-1002', items },
  },
  {
    shop: 'WooCommerce',
    file: 'woocommerce-advanced.csv',
    text: table(
      'Order Number|Order Status|Order Date|Customer Note|First Name (Billing)|Last Name (Billing)|Company (Billing)|Address 1&2 (Billing)|City (Billing)|State Code (Billing)|Postcode (Billing)|Country Code (Billing)|Email (Billing)|Phone (Billing)|First Name (Shipping)|Last Name (Shipping)|Address 1&2 (Shipping)|City (Shipping)|State Code (Shipping)|Postcode (Shipping)|Country Code (Shipping)|Payment Method Title|Order Total Amount|SKU|Item #|Item Name|Quantity|Item Cost',
      ['Candle', 'Card'].map((name, at) => ({
        'Order Number': 'A-1001',
        'Order Status': 'Processing',
        'First Name (Billing)': 'Buyer',
        'Last Name (Billing)': 'Person',
        'Email (Billing)': 'buyer@example.com',
        'First Name (Shipping)': 'Gift',
        'Last Name (Shipping)': 'Receiver',
        'Address 1&2 (Shipping)': 'Geschenkweg 9',
        'City (Shipping)': 'Dresden',
        'Postcode (Shipping)': '01069',
        'Country Code (Shipping)': 'DE',
        'Item Name': name,
        Quantity: String(2 - at),
      })),
    ),
    order: {
      ...buyer,
      externalId: 'A-1001',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, DE',
      deliveryContact: contact,
      items,
    },
  },
  {
    shop: 'Etsy',
    file: 'EtsySoldOrderItems.csv',
    text: table(
      'Sale Date|Item Name|Buyer|Quantity|Price|Coupon Code|Item Total|Currency|Transaction ID|Listing ID|Date Paid|Date Shipped|Ship Name|Ship Address1|Ship Address2|Ship City|Ship State|Ship Zipcode|Ship Country|Order ID|Variations|Order Type|SKU',
      ['Candle', 'Card'].map((name, at) => ({
        ...etsyAddress,
        'Sale Date': '11/28/26',
        'Item Name': name,
        Buyer: 'Buyer Person (buyer1)',
        Quantity: String(2 - at),
        'Transaction ID': String(at),
        'Date Paid': '11/28/2026',
        'Ship Name': 'Gift Receiver',
        'Ship Address1': 'Geschenkweg 9',
        'Order ID': '4037941285',
      })),
    ),
    order: {
      customerName: 'Buyer Person (buyer1)',
      externalId: '4037941285',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, Germany',
      deliveryContact: contact,
      metadata: { shopPaid: '11/28/2026', shopCurrency: 'EUR' },
      items,
    },
  },
  {
    shop: 'Etsy',
    file: 'EtsySoldOrders.csv',
    text: table(
      'Sale Date|Order ID|Buyer User ID|Full Name|First Name|Last Name|Number of Items|Payment Method|Date Shipped|Street 1|Street 2|Ship City|Ship State|Ship Zipcode|Ship Country|Currency|Order Value|Order Total|Status|Buyer|SKU',
      [
        {
          ...etsyAddress,
          'Order ID': '4037941286',
          'Full Name': 'Gift Receiver',
          'Number of Items': '1',
          'Street 1': 'Geschenkweg 9',
          Buyer: 'buyer1',
          SKU: 'CANDLE-2',
        },
      ],
    ),
    order: {
      externalId: '4037941286',
      customerName: 'buyer1',
      deliveryContact: contact,
      items: [{ name: 'CANDLE-2' }],
    },
  },
  {
    shop: 'Amazon',
    file: 'amazon-orders.txt',
    text: table(
      'order-id|order-item-id|purchase-date|payments-date|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|currency|item-price|item-tax|shipping-price|ship-service-level|recipient-name|ship-address-1|ship-address-2|ship-address-3|ship-city|ship-state|ship-postal-code|ship-country|ship-phone-number|delivery-Instructions',
      ['Candle', 'Card'].map((name, at) => ({
        'order-id': '302-1234567-1234567',
        'order-item-id': String(at),
        'payments-date': '2026-11-28T09:00:00+00:00',
        'buyer-email': 'buyer@example.com',
        'buyer-name': 'Buyer Person',
        'product-name': name,
        'quantity-purchased': String(2 - at),
        currency: 'EUR',
        'recipient-name': 'Gift Receiver',
        'ship-address-1': 'Geschenkweg 9',
        'ship-city': 'Dresden',
        'ship-postal-code': '01069',
        'ship-country': 'DE',
        'delivery-Instructions': 'At the back',
      })),
      '\t',
    ),
    order: {
      ...buyer,
      externalId: '302-1234567-1234567',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, DE',
      deliveryContact: { ...contact, notes: 'At the back' },
      items,
    },
  },
  {
    shop: 'eBay',
    file: 'ebay-us.csv',
    text: `\r\n${table(ebayHeads('Ship To', 'State', 'Zip'), [ebayRow('Ship To', 'State', 'Zip')])}`,
    order: ebayOrder,
  },
  {
    shop: 'eBay',
    file: 'ebay-uk.csv',
    text: table(ebayHeads('Post To', 'County', 'Postcode'), [
      { ...ebayRow('Post To', 'County', 'Postcode'), 'Order Number': '12-00001-00002' },
    ]),
    order: { ...ebayOrder, externalId: '12-00001-00002' },
  },
  {
    shop: 'Shopware',
    file: 'shopware5.csv',
    constants: { items: 'Parcel' },
    text: table(
      'orderId|orderNumber|invoiceNumber|invoiceAmount|paymentStatus|orderStatus|currency|orderTime|email|customerNumber|billingFirstName|billingLastName|billingCompany|billingStreet|billingZipCode|billingCity|billingPhone|billingCountry|shippingFirstName|shippingLastName|shippingCompany|shippingStreet|shippingZipCode|shippingCity|shippingAdditionalAddressLine1|shippingState|shippingCountry',
      [
        {
          orderId: '7',
          orderNumber: '20001',
          paymentStatus: 'Completely paid',
          currency: 'EUR',
          email: 'buyer@example.com',
          billingFirstName: 'Buyer',
          billingLastName: 'Person',
          shippingFirstName: 'Gift',
          shippingLastName: 'Receiver',
          shippingStreet: 'Geschenkweg 9',
          shippingZipCode: '01069',
          shippingCity: 'Dresden',
          shippingCountry: 'Deutschland',
        },
      ],
      ';',
    ),
    order: {
      ...buyer,
      items: [{ name: 'Parcel', quantity: 1 }],
      externalId: '20001',
      deliveryAddress: 'Geschenkweg 9, 01069, Dresden, Deutschland',
      deliveryContact: contact,
      metadata: { shopPaid: 'Completely paid', shopCurrency: 'EUR' },
    },
  },
  {
    shop: 'Shopware',
    file: 'shopware6.csv',
    constants: { items: 'Parcel' },
    text: table(
      'id|order_number|sales_channel_id|customer_firstname|customer_lastname|customer_email|billing_address_street|billing_address_zipcode|billing_address_city|billing_address_company|shipping_address_street|shipping_address_zipcode|shipping_address_city|shipping_address_company|shipping_address_country_id|amount_total|order_state_id|line_items|order_date_time',
      [
        {
          order_number: '10005',
          customer_firstname: 'Buyer',
          customer_lastname: 'Person',
          customer_email: 'buyer@example.com',
          shipping_address_street: 'Geschenkweg 9',
          shipping_address_zipcode: '01069',
          shipping_address_city: 'Dresden',
          shipping_address_company: 'Receiver GmbH',
          line_items: '2x 0190a1b2c3d4',
        },
      ],
      ';',
    ),
    order: {
      ...buyer,
      items: [{ name: 'Parcel', quantity: 1 }],
      externalId: '10005',
      deliveryAddress: 'Geschenkweg 9, 01069, Dresden',
      deliveryContact: { company: 'Receiver GmbH' },
    },
  },
  {
    shop: 'Magento',
    file: 'magento-grid.csv',
    constants: { items: 'Parcel' },
    text: table(
      'ID|Purchase Point|Purchase Date|Bill-to Name|Ship-to Name|Grand Total (Base)|Grand Total (Purchased)|Status|Billing Address|Shipping Address|Shipping Information|Customer Email|Customer Group|Subtotal|Shipping and Handling|Customer Name|Payment Method|Total Refunded',
      [
        {
          ID: '000000042',
          'Bill-to Name': 'Buyer Person',
          'Ship-to Name': 'Gift Receiver',
          Status: 'processing',
          'Shipping Address': 'Geschenkweg 9,Dresden,01069',
          'Customer Email': 'buyer@example.com',
        },
      ],
    ),
    order: {
      ...buyer,
      items: [{ name: 'Parcel', quantity: 1 }],
      externalId: '000000042',
      deliveryAddress: 'Geschenkweg 9,Dresden,01069',
      deliveryContact: contact,
      metadata: { shopPaid: 'processing' },
    },
  },
  {
    shop: 'Squarespace',
    file: 'squarespace-orders.csv',
    text: table(
      'Order ID|Email|Financial Status|Paid at|Fulfillment Status|Currency|Total|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem variant|Billing Name|Billing Address1|Billing City|Billing Zip|Billing Country|Billing Phone|Shipping Name|Shipping Address1|Shipping Address2|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|Private Notes',
      [
        {
          'Order ID': '00123',
          Email: 'buyer@example.com',
          'Financial Status': 'PAID',
          Currency: 'EUR',
          'Lineitem quantity': '2',
          'Lineitem name': 'Candle',
          'Billing Name': 'Buyer Person',
          'Shipping Name': 'Gift Receiver',
          'Shipping Address1': 'Geschenkweg 9',
          'Shipping City': 'Dresden',
          'Shipping Zip': "'01069",
          'Shipping Country': 'DE',
        },
        { 'Order ID': '00123', Email: 'buyer@example.com', 'Lineitem quantity': '1', 'Lineitem name': 'Card' },
      ],
    ),
    order: {
      ...buyer,
      externalId: '00123',
      deliveryAddress: 'Geschenkweg 9, Dresden, 01069, DE',
      deliveryContact: contact,
      metadata: { shopPaid: 'PAID', shopCurrency: 'EUR' },
      items,
    },
  },
  {
    shop: 'Wix',
    file: 'wix-orders.csv',
    text: table(
      'Order number|Date created|Time|Total order quantity|Contact email|Note from customer|Item|Variant|SKU|Qty|Price|Delivery method|Recipient name|Recipient phone|Recipient company name|Delivery country|Delivery state|Delivery city|Delivery address|Delivery zip/postal code|Billing name|Billing phone|Billing company name|Payment status|Currency|Total',
      ['Candle', 'Card'].map((name, at) => ({
        'Order number': '10042',
        'Date created': 'Nov 28, 2026',
        'Contact email': 'buyer@example.com',
        Item: name,
        Qty: String(2 - at),
        'Recipient name': 'Gift Receiver',
        'Recipient company name': 'Receiver GmbH',
        'Delivery country': 'DEU',
        'Delivery city': 'Dresden',
        'Delivery address': 'Geschenkweg 9',
        'Delivery zip/postal code': '01069',
        'Billing name': 'Buyer Person',
        'Payment status': 'Paid',
        Currency: 'EUR',
      })),
    ),
    order: {
      ...buyer,
      externalId: '10042',
      deliveryAddress: 'DEU, Dresden, Geschenkweg 9, 01069',
      deliveryContact: { ...contact, company: 'Receiver GmbH' },
      items,
    },
  },
  {
    shop: 'Shopify',
    file: 'orders_export_1.csv',
    text: table(
      'Name|Email|Financial Status|Currency|Lineitem quantity|Lineitem name|Lineitem price|Billing Name|Shipping Name|Shipping Street|Shipping City|Shipping Zip|Shipping Country|Notes|Phone',
      [
        {
          Name: '#2002',
          Email: 'buyer@example.com',
          'Financial Status': 'pending',
          'Lineitem quantity': '1',
          'Lineitem name': 'Card',
          'Billing Name': 'Buyer Person',
          'Shipping Name': 'Gift Receiver',
          'Shipping Street': "'s-Gravenweg 3",
          'Shipping City': "'s-Gravenhage",
          'Shipping Zip': "'2511 AB",
          'Shipping Country': 'NL',
        },
      ],
    ),
    order: {
      ...buyer,
      externalId: '#2002',
      deliveryAddress: "'s-Gravenweg 3, 's-Gravenhage, 2511 AB, NL",
      deliveryContact: contact,
    },
  },
  {
    shop: 'Square',
    file: 'orders-2026-11-28.csv',
    text: table(
      'Order|Order Name|Order Date|Currency|Order Subtotal|Order Shipping Price|Order Tax Total|Order Total|Order Refunded Amount|Fulfillment Date|Fulfillment Type|Fulfillment Status|Channels|Fulfillment Location|Fulfillment Notes|Recipient Name|Recipient Email|Recipient Phone|Recipient Address|Recipient Address 2|Recipient Postal Code|Recipient City|Recipient Region|Recipient Country|Item Quantity|Item Name|Item SKU|Item Variation|Item Modifiers|Item Price|Item Options Total Price|Item Total Price',
      ['Candle', 'Card'].map((name, at) => ({
        Order: '846112873',
        Currency: 'EUR',
        'Order Total': '43.00',
        'Fulfillment Type': 'Delivery',
        'Fulfillment Notes': 'Ring',
        'Recipient Name': 'Buyer Person',
        'Recipient Email': 'buyer@example.com',
        'Recipient Phone': '+49 30 1234567',
        'Recipient Address': 'Geschenkweg 9',
        'Recipient Postal Code': '01069',
        'Recipient City': 'Dresden',
        'Recipient Country': 'Germany',
        'Item Quantity': String(2 - at),
        'Item Name': name,
        'Item Variation': 'Regular',
      })),
    ),
    order: {
      ...{ customerName: 'Buyer Person', customerEmail: 'buyer@example.com', customerPhone: '+49 30 1234567' },
      externalId: '846112873',
      deliveryAddress: 'Geschenkweg 9, 01069, Dresden, Germany',
      notes: 'Ring',
      metadata: { shopCurrency: 'EUR' },
      items: [
        { name: 'Candle', description: 'Regular', quantity: 2 },
        { name: 'Card', description: 'Regular', quantity: 1 },
      ],
    },
  },
  {
    shop: 'PrestaShop',
    file: 'request_sql_1.csv',
    text: table(
      'reference|email|customer_firstname|customer_lastname|firstname|lastname|company|address1|address2|postcode|city|country|phone|phone_mobile|other|product_name|product_quantity|unit_price_tax_incl|payment|iso_code',
      ['Candle', 'Card'].map((name, at) => ({
        ...{ reference: 'XKBKNABJK', email: 'buyer@example.com' },
        ...{ customer_firstname: 'Buyer', customer_lastname: 'Person', firstname: 'Gift', lastname: 'Receiver' },
        ...{ company: 'Receiver GmbH', address1: 'Geschenkweg 9', postcode: '01069', city: 'Dresden' },
        ...{ country: 'Germany', phone_mobile: '+49 351 7654321', other: 'Ring' },
        ...{ product_name: name, product_quantity: String(2 - at), unit_price_tax_incl: '3.000000' },
        ...{ payment: 'Bank transfer', iso_code: 'EUR' },
      })),
    ),
    order: {
      ...{ customerName: 'Buyer Person', customerEmail: 'buyer@example.com' },
      externalId: 'XKBKNABJK',
      deliveryAddress: 'Geschenkweg 9, 01069, Dresden, Germany',
      deliveryContact: { name: 'Gift Receiver', company: 'Receiver GmbH', phone: '+49 351 7654321' },
      notes: 'Ring',
      metadata: { shopPaid: 'Bank transfer', shopCurrency: 'EUR' },
      items: [
        { name: 'Candle', quantity: 2, value: '3.00' },
        { name: 'Card', quantity: 1, value: '3.00' },
      ],
    },
  },
];
