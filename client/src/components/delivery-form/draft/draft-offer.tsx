import { Alert, Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconFileText } from '@tabler/icons-react';
import { rich } from '../../../lib/words/rich.tsx';
import { RelativeTime } from '../../text/relative-time.tsx';
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
    <Alert color="amber" icon={<IconFileText aria-hidden />} title={t('You have {what}', { what })} mb="lg">
      <Text size="sm">
        {values.customer.name
          ? rich('For {name}, kept {when} in this browser.', {
              name: values.customer.name,
              when: <RelativeTime value={savedAt} />,
            })
          : rich('Kept {when} in this browser.', { when: <RelativeTime value={savedAt} /> })}
        {hasLostPhotos && ` ${t('Its photos have expired, please add them again.')}`}
      </Text>
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={onContinue}>
          {t('Continue')}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  );
}
