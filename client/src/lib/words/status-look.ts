// Every status has one colour and one icon, everywhere. Colour is never the only sign: a badge always has its text.

import type { OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { QuoteStatus } from '@quickfleet/shared/quoting/quote-status';
import {
  type Icon,
  IconBan,
  IconCash,
  IconChecks,
  IconCircleCheck,
  IconCircleDashed,
  IconPackageExport,
  IconPencil,
  IconQuestionMark,
  IconSend,
  IconThumbUp,
  IconTruckDelivery,
  IconUserCheck,
} from '@tabler/icons-react';

export interface StatusLook {
  color: string;
  icon: Icon;
}

export const quoteLook: Record<QuoteStatus, StatusLook> = {
  draft: { color: 'amber', icon: IconPencil },
  sent: { color: 'blue', icon: IconSend },
  accepted: { color: 'violet', icon: IconThumbUp },
  paid: { color: 'green', icon: IconCash },
  converted: { color: 'teal', icon: IconChecks },
};

export const orderLook: Record<OrderStatus, StatusLook> = {
  pending: { color: 'gray', icon: IconCircleDashed },
  assigned: { color: 'blue', icon: IconUserCheck },
  picked_up: { color: 'violet', icon: IconPackageExport },
  in_transit: { color: 'amber', icon: IconTruckDelivery },
  delivered: { color: 'green', icon: IconCircleCheck },
  cancelled: { color: 'red', icon: IconBan },
};

const unknownLook: StatusLook = { color: 'gray', icon: IconQuestionMark };
const lookIn = (table: Record<string, StatusLook>, status: string): StatusLook => table[status] ?? unknownLook;
export const lookOfQuote = (status: string): StatusLook => lookIn(quoteLook, status);
export const lookOfOrder = (status: string): StatusLook => lookIn(orderLook, status === 'created' ? 'pending' : status);
