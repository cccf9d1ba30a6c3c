import { Badge, type BadgeProps } from '@mantine/core';
import type { OrderOutcome } from '@quickfleet/shared/failure-words';
import type { OrderProgress } from '@quickfleet/shared/order-progress';
import { displayOrderStatus } from '@quickfleet/shared/order-status';
import { IconArrowBackUp } from '@tabler/icons-react';
import { lookOfOrder, lookOfQuote, type StatusLook } from '../lib/status-look.ts';

interface LookProps extends Pick<BadgeProps, 'size' | 'className'> {
  text: string;
  look: StatusLook;
  variant: 'filled' | 'light' | 'outline';
}

/** A state with its colour and icon, for states that are neither a quote's nor an order's own. */
export function StatusBadge({ text, look: { color, icon: StatusIcon }, ...rest }: LookProps) {
  return (
    <Badge color={color} leftSection={<StatusIcon size={14} stroke={2} aria-hidden />} tt="capitalize" {...rest}>
      {text}
    </Badge>
  );
}

type Shared = Pick<BadgeProps, 'size' | 'className'>;

// Paid default, sent secondary, any other outline.
const quoteVariant = (status: string) => {
  if (status === 'paid') return 'filled';
  return status === 'sent' ? 'light' : 'outline';
};

export function QuoteStatusBadge({ status, ...rest }: Shared & { status: string }) {
  return <StatusBadge text={status} look={lookOfQuote(status)} variant={quoteVariant(status)} {...rest} />;
}

// On the dashboard: delivered default, in_transit secondary, assigned outline, any other
// destructive.
const dashboardVariant = (status: string) => {
  if (status === 'in_transit') return 'light';
  return status === 'assigned' ? 'outline' : 'filled';
};
const dashboardLook = (status: string): StatusLook => {
  const look = lookOfOrder(status);
  return ['delivered', 'in_transit', 'assigned'].includes(status) ? look : { ...look, color: 'red' };
};

const returnedLook: StatusLook = { color: 'gray', icon: IconArrowBackUp };

/** `outcome`: an order that went back to its sender is cancelled by status, and is said to be returned. */
export function OrderStatusBadge({
  status,
  hasDriver,
  outcome = null,
  onDashboard = false,
  ...rest
}: Shared & { status: string; hasDriver: boolean; outcome?: OrderOutcome | null; onDashboard?: boolean }) {
  if (outcome === 'returned') return <StatusBadge text="returned" look={returnedLook} variant="light" {...rest} />;
  const text = displayOrderStatus(status, hasDriver);
  if (onDashboard)
    return <StatusBadge text={text} look={dashboardLook(status)} variant={dashboardVariant(status)} {...rest} />;
  return (
    <StatusBadge
      text={text}
      look={lookOfOrder(status)}
      variant={status === 'delivered' ? 'filled' : 'light'}
      {...rest}
    />
  );
}

/** What a customer is shown; unlike the staff's badge it follows the items too (shared/src/order-progress.ts). */
export function TrackedOrderBadge({ badge: { text, status }, ...rest }: Shared & Pick<OrderProgress, 'badge'>) {
  return (
    <StatusBadge
      text={text}
      look={lookOfOrder(status)}
      variant={status === 'delivered' ? 'filled' : 'light'}
      {...rest}
    />
  );
}
