import { Alert, Anchor } from '@mantine/core';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { IconMailExclamation } from '@tabler/icons-react';
import { Link } from 'wouter';
import { RelativeTime } from '../../../components/text/relative-time.tsx';

/** Mail that does not leave: customers are waiting for it. */
export function MailAlert({ mail }: { mail: NonNullable<Dashboard['stuckMail']> }) {
  return (
    <Alert
      color="red"
      icon={<IconMailExclamation aria-hidden />}
      title={
        mail.count === 1 ? '1 e-mail is not leaving' : `${mail.count.toLocaleString('en-US')} e-mails are not leaving`
      }
      mb="md"
    >
      The oldest was written <RelativeTime value={mail.since} />.{' '}
      <Anchor component={Link} href={`${paths.adminMailbox}?status=queued`} c="inherit" underline="always">
        Show them
      </Anchor>
    </Alert>
  );
}
