import { Anchor, type AnchorProps, Text } from '@mantine/core';
import type { CallLinks } from '@quickfleet/shared/base/contact/call-links';
import { type ReactNode, useEffect, useState } from 'react';
import { loadWhenIdle } from '../../lib/loading/load-when-idle.ts';
import { brand } from '../../lib/words/brand.ts';

type Read = typeof import('@quickfleet/shared/base/contact/call-links').callLinks;
// It knows the numbers of all countries and is fetched when a page with a number is there already.
let read: Read | undefined;

/** What this device dials for a number; null while that is not known, or not sure. */
export function useCallLinks(phone: string | null): CallLinks | null {
  const [isLoaded, setLoaded] = useState(read !== undefined);
  useEffect(() => {
    if (isLoaded) return;
    // Without a network the number stays text.
    loadWhenIdle(async () => {
      const part = await import('@quickfleet/shared/base/contact/call-links');
      read = part.callLinks;
      setLoaded(true);
    });
  }, [isLoaded]);
  return isLoaded && phone ? (read?.(phone, brand.country) ?? null) : null;
}

/** A phone number as it was typed, in its own order beside any script, with a link where it is sure what to dial. */
export function PhoneLink({ phone, children, ...props }: { phone: string; children?: ReactNode } & AnchorProps) {
  const links = useCallLinks(phone);
  const number = <bdi dir="ltr">{phone}</bdi>;
  if (!links)
    return (
      <Text span {...props}>
        {children ?? number}
      </Text>
    );
  return (
    <Anchor href={links.tel} {...props}>
      {children ?? number}
    </Anchor>
  );
}
