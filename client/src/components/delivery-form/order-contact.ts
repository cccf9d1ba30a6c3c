import { type CreateOrder, createOrder } from '@quickfleet/shared/delivery/orders/orders';
import { z } from 'zod';
import type { DeliveryValues } from './delivery-values.ts';

const { customerName, customerEmail, customerPhone, customerCompany } = createOrder.shape;
/** The shared rules of an order's customer, in the form's shape. */
export const contactCheck = z.object({
  name: customerName,
  email: customerEmail,
  phone: customerPhone,
  company: customerCompany,
});

type Contact = Pick<CreateOrder, 'customerName' | 'customerEmail' | 'customerPhone' | 'customerCompany'>;
/** The customer as an order on the wire has it. */
export const toOrderContact = ({ name, email, phone, company }: z.output<typeof contactCheck>): Contact => ({
  customerName: name,
  customerEmail: email,
  customerPhone: phone,
  customerCompany: company,
});

const paths = new Map<string, `customer.${keyof DeliveryValues['customer']}`>([
  ['customerName', 'customer.name'],
  ['customerEmail', 'customer.email'],
  ['customerPhone', 'customer.phone'],
  ['customerCompany', 'customer.company'],
]);
/** Where the form shows what the server found at one of an order's fields. */
export const formPathOf = (path: string): string => paths.get(path) ?? path;
