import { Badge, type BadgeProps } from '@mantine/core';
import type { OrderOutcome } from '@quickfleet/shared/company/proof/failure-words';
import type { OrderProgress } from '@quickfleet/shared/delivery/orders/order-progress';
import { displayOrderStatus, type OrderStatus } from '@quickfleet/shared/delivery/orders/order-status';
import type { QuoteStatus } from '@quickfleet/shared/quoting/quote-status';
import { quoteWords } from '@quickfleet/shared/quoting/quote-words';
import { capital } from '@quickfleet/shared/words/letters';
import { language, t } from '@quickfleet/shared/words/t';
import { IconArrowBackUp } from '@tabler/icons-react';
import { lookOfOrder, lookOfQuote, type StatusLook } from '../../lib/words/status-look.ts';

/** A word as a label: English writes each word large, the others the first alone. */
export const labelProps = (text: string) =>
  language() === 'en' ? ({ children: text, tt: 'capitalize' } as const) : { children: capital(text) };

interface LookProps extends Pick<BadgeProps, 'size' | 'className'> {
  text: string;
  look: StatusLook;
  variant: 'filled' | 'light' | 'outline';
}

/** A state with its colour and icon, for states that are neither a quote's nor an order's own. */
export function StatusBadge({ text, look: { color, icon: StatusIcon }, ...rest }: LookProps) {
  return (
    <Badge
      color={color}
      leftSection={<StatusIcon size={14} stroke={2} aria-hidden />}
      {...labelProps(text)}
      {...rest}
    />
  );
}

type Shared = Pick<BadgeProps, 'size' | 'className'>;

// Paid default, sent secondary, any other outline.
const quoteVariants: Record<QuoteStatus, LookProps['variant']> = {
  draft: 'outline',
  sent: 'light',
  accepted: 'outline',
  paid: 'filled',
  converted: 'outline',
};

export function QuoteStatusBadge({ status, ...rest }: Shared & { status: QuoteStatus }) {
  return <StatusBadge text={quoteWords[status]} look={lookOfQuote(status)} variant={quoteVariants[status]} {...rest} />;
}

// On the dashboard: delivered default, in_transit secondary, assigned outline, any other
// destructive.
const other = { variant: 'filled', color: 'red' } as const;
const onDashboardAs: Record<OrderStatus, { variant: LookProps['variant']; color?: string }> = {
  pending: other,
  assigned: { variant: 'outline' },
  picked_up: other,
  in_transit: { variant: 'light' },
  delivered: { variant: 'filled' },
  cancelled: other,
};

const returnedLook: StatusLook = { color: 'gray', icon: IconArrowBackUp };

/** `outcome`: an order that went back to its sender is cancelled by status, and is said to be returned. */
export function OrderStatusBadge({
  status,
  hasDriver,
  outcome = null,
  onDashboard = false,
  ...rest
}: Shared & { status: OrderStatus; hasDriver: boolean; outcome?: OrderOutcome | null; onDashboard?: boolean }) {
  if (outcome === 'returned') return <StatusBadge text={t('returned')} look={returnedLook} variant="light" {...rest} />;
  const text = displayOrderStatus(status, hasDriver);
  if (onDashboard) {
    const { variant, ...look } = onDashboardAs[status];
    return <StatusBadge text={text} look={{ ...lookOfOrder(status), ...look }} variant={variant} {...rest} />;
  }
  return (
    <StatusBadge
      text={text}
      look={lookOfOrder(status)}
      variant={status === 'delivered' ? 'filled' : 'light'}
      {...rest}
    />
  );
}

/**
 * What a customer is shown; unlike the staff's badge it follows the items too
 * (shared/src/delivery/orders/order-progress.ts).
 */
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
