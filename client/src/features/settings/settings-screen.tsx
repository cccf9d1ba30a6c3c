import { Stack, Title } from '@mantine/core';
import { ApiKeys } from './api-keys.tsx';
import { EnvironmentTable } from './environment.tsx';
import { Health } from './health.tsx';

/** What only an admin sees of the installation: keys for other programs, its health, and how the server was started. */
export function SettingsScreen() {
  return (
    <>
      <Title order={1} mb="md">
        Settings
      </Title>
      <Stack gap="lg">
        <ApiKeys />
        <Health />
        <EnvironmentTable />
      </Stack>
    </>
  );
}
