import { Button, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconMessage, IconNavigation, IconPhone } from '@tabler/icons-react';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import { plainLine } from '../../../../lib/words/contact-words.ts';
import { record } from '../portal/drivers-mutations.ts';

const isApple = typeof navigator !== 'undefined' && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** The phone's own map: each kind of phone follows one of these addresses into its app. */
export const mapUrl = (address: string): string => {
  const place = encodeURIComponent(plainLine(address));
  return isApple
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
};

/** Who drives to the delivery is in transit. */
export async function startTransit({ id, status, outcome }: Pick<Order, 'id' | 'status' | 'outcome'>): Promise<void> {
  if (status === 'picked_up' && outcome !== 'returning') await record(id, { kind: 'status', status: 'in_transit' });
}

/** The same with all that is carried to one door. */
export async function leaveFor(orders: readonly Order[]): Promise<void> {
  for (const order of orders) await startTransit(order);
}

export const navigateTo = {
  pickup: t('Navigate to the pickup address'),
  delivery: t('Navigate to the delivery address'),
} as const;

interface NavigateLinkProps {
  address: string;
  /** 'Navigate to the next stop': for those who hear it. */
  label: string;
  isNext: boolean;
  onNavigate?: () => void;
}
export function NavigateLink({ address, label, isNext, onNavigate }: NavigateLinkProps) {
  return (
    <Button
      component="a"
      href={mapUrl(address)}
      target="_blank"
      rel="noopener noreferrer"
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconNavigation size={20} aria-hidden />}
      aria-label={label}
      onClick={onNavigate}
    >
      {t('Navigate')}
    </Button>
  );
}

/** A number that nobody is sure how to dial is shown as it was typed. */
export function CallLinks({ phone, who }: { phone: string; who: string }) {
  const links = useCallLinks(phone);
  if (!links) return <Text span>{phone}</Text>;
  return (
    <>
      <Button
        component="a"
        href={links.tel}
        variant="default"
        leftSection={<IconPhone size={20} aria-hidden />}
        aria-label={t('Call {who}', { who })}
      >
        {t('Call (verb)')}
      </Button>
      {links.sms && (
        <Button
          component="a"
          href={links.sms}
          variant="default"
          leftSection={<IconMessage size={20} aria-hidden />}
          aria-label={t('Text {who}', { who })}
        >
          {t('Text (verb)')}
        </Button>
      )}
    </>
  );
}
