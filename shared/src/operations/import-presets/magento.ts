import type { ImportPreset } from './preset.ts';

// The grid of orders has no items: what an order is, is said once for the file.
export const magento: ImportPreset = {
  shop: 'Magento',
  layouts: [
    {
      source:
        'https://github.com/magento/magento2/blob/0150eae/app/code/Magento/Sales/view/adminhtml/ui_component/sales_order_grid.xml',
      seen: '2026-11-29',
      heads: ['id', 'purchasepoint', 'billtoname', 'shiptoname', 'shippingaddress'],
      fields: {
        externalId: ['id'],
        customerName: ['billtoname'],
        customerEmail: ['customeremail'],
        deliveryName: ['shiptoname'],
        deliveryAddress: ['shippingaddress'],
        notes: ['shippinginformation'],
        shopPaid: ['status'],
      },
    },
  ],
};
