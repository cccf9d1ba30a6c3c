import { Box, Button, Group, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { formatTracking } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { Dialog } from '../../../../components/feedback/dialog/dialog.tsx';
import { LabelledCode } from '../../../../components/text/code/labelled-code.tsx';
import { trpc } from '../../../../lib/api/trpc.ts';
import { usePrevious } from '../../../../lib/forms/use-previous.ts';

export interface ConvertedDialogProps {
  converted: { quote: Quote; order: Order } | undefined;
  onClose: () => void;
  /** Gives the order to a driver where one stands. */
  assign: (order: Order) => ReactNode;
}

/** The button that was pressed is gone; its place in the details, or else in the list, takes the focus. */
const focusNextStep = (quoteId: number) => {
  const places = [...document.querySelectorAll<HTMLElement>(`[data-next-step="${quoteId}"]`)];
  places.at(-1)?.focus();
};

/** The quote has become an order: what the customer and the driver need of it, and the way there. */
export function ConvertedDialog({ converted, onClose, assign }: ConvertedDialogProps) {
  const shown = usePrevious(converted);
  // A driver who is given the order here may bring a new access code.
  const latest = trpc.orders.get.useQuery(
    { id: shown?.order.id ?? 0 },
    { enabled: converted !== undefined, ...(shown ? { placeholderData: shown.order } : {}) },
  );
  const accessCode = (latest.data ?? shown?.order)?.accessCode;
  return (
    <Dialog
      opened={converted !== undefined}
      onClose={onClose}
      title={t('Order created')}
      size="md"
      onExitTransitionEnd={() => shown && focusNextStep(shown.quote.id)}
    >
      {shown && (
        <>
          <RouteLine width={150} />
          <Text mt="sm" mb="md">
            {t('Quote #{id} of {name} is now an order.', { id: shown.quote.id, name: shown.quote.customer.name })}
          </Text>
          <Group gap="xl">
            <LabelledCode
              label={t('Tracking number')}
              what={t('tracking number')}
              value={shown.order.trackingNumber}
              shown={formatTracking(shown.order.trackingNumber)}
            />
            {accessCode && (
              <LabelledCode label={t('Access code for the driver')} what={t('access code')} value={accessCode} />
            )}
          </Group>
          <Box mt="md">{assign(shown.order)}</Box>
          <Group justify="flex-end" mt="xl">
            <Button variant="default" onClick={onClose}>
              {t('Back to the quotes')}
            </Button>
            <Button component={Link} href={`${paths.adminOrders}?order=${shown.order.id}`} data-autofocus>
              {t('View order')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
