import { Button } from '@mantine/core';
import { IconMessage, IconNavigation, IconPhone } from '@tabler/icons-react';
import { oneLine, smsUrl, telUrl } from '../../lib/contact-words.ts';

const isApple = typeof navigator !== 'undefined' && /iPhone|iPad|Macintosh/.test(navigator.userAgent);

/** The phone's own map: each kind of phone follows one of these addresses into its app. */
const mapUrl = (address: string): string => {
  const place = encodeURIComponent(oneLine(address));
  return isApple
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
};

export function NavigateLink({ address, to, isNext }: { address: string; to: string; isNext: boolean }) {
  return (
    <Button
      component="a"
      href={mapUrl(address)}
      target="_blank"
      rel="noopener noreferrer"
      variant={isNext ? 'filled' : 'default'}
      leftSection={<IconNavigation size={20} aria-hidden />}
      aria-label={`Navigate to ${to}`}
    >
      Navigate
    </Button>
  );
}

export function CallLinks({ phone, who }: { phone: string; who: string }) {
  return (
    <>
      <Button
        component="a"
        href={telUrl(phone)}
        variant="default"
        leftSection={<IconPhone size={20} aria-hidden />}
        aria-label={`Call ${who}`}
      >
        Call
      </Button>
      <Button
        component="a"
        href={smsUrl(phone)}
        variant="default"
        leftSection={<IconMessage size={20} aria-hidden />}
        aria-label={`Text ${who}`}
      >
        Text
      </Button>
    </>
  );
}
