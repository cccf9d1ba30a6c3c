import { Alert, Button, Group, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { RelativeTime } from '../text/relative-time.tsx';
import type { StoredForm } from './stored-form.ts';

interface DraftOfferProps {
  unfinished: StoredForm;
  /** 'an unfinished quote', 'unfinished changes' */
  what: string;
  onContinue: () => void;
  onDiscard: () => void;
}

/** The form that was put aside last time. */
export function DraftOffer({
  unfinished: { values, savedAt, hasLostPhotos },
  what,
  onContinue,
  onDiscard,
}: DraftOfferProps) {
  return (
    <Alert color="amber" icon={<IconFileText aria-hidden />} title={`You have ${what}`} mb="lg">
      <Text size="sm">
        {values.customer.name ? `For ${values.customer.name}, kept ` : 'Kept '}
        <RelativeTime value={savedAt} /> in this browser.
        {hasLostPhotos && ' Its photos have expired, please add them again.'}
      </Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={onContinue}>
          Continue
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
