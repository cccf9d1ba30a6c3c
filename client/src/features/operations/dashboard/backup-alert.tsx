import { Alert, Anchor, Text } from '@mantine/core';
import type { Dashboard } from '@quickfleet/shared/operations/dashboard';
import { paths } from '@quickfleet/shared/paths';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import { RelativeTime } from '../../../components/text/relative-time.tsx';

/** Says to admins that there is no fresh way back; the settings say what to do. */
export function BackupAlert({ failure }: { failure: NonNullable<Dashboard['backupFailure']> }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The nightly backup failed" mb="md" role="alert">
      <Text size="sm">
        <RelativeTime value={failure.at} />: {failure.reason}
      </Text>
      <Anchor component={Link} href={`${paths.adminSettings}?section=health`} size="sm">
        What to do about it
      </Anchor>
    </Alert>
  );
}
