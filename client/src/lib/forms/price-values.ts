import type { Order } from '@quickfleet/shared/delivery/orders/orders';

/** A price as it is typed: with its tax or without, as the company's setting says. */
export const typedPrice = ({ quotePrice, netTotal }: Pick<Order, 'quotePrice' | 'netTotal'>, includesTax: boolean) =>
  (includesTax ? quotePrice : netTotal) ?? '';
/** The same as it is sent: another price without its tax is never taken for the total that was read. */
export const sentPrice = (typed: string, includesTax: boolean) =>
  includesTax || typed.trim() === '' ? { quotePrice: typed } : { netTotal: typed };
