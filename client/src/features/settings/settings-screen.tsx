import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiKeys } from './api-keys.tsx';
import { EnvironmentTable } from './environment.tsx';
import { Health } from './health.tsx';

/**
 * What only an admin sees: what the company has decided, keys for other programs, the installation's health, and how the
 * server was started.
 */
export function SettingsScreen({ children }: { children: ReactNode }) {
  return (
    <>
      <Title order={1} mb="md">
        Settings
      </Title>
      <Stack gap="lg">
        {children}
        <ApiKeys />
        <Health />
        <EnvironmentTable />
      </Stack>
    </>
  );
}
