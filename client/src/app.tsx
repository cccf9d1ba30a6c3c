import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Toaster } from './components/toaster.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { AuthProvider, checkSession, endSession } from './lib/session.tsx';
import { createTrpcClient, trpc } from './lib/trpc.ts';
import { Routes } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

const createClients = () => {
  const trpcClient = createTrpcClient();
  const queryClient = createQueryClient(
    () => endSession(queryClient),
    // A mutation's 401 may be a wrong password: the session itself is asked.
    () => void checkSession(queryClient, trpcClient),
  );
  return { queryClient, trpcClient };
};

export function App() {
  const [{ queryClient, trpcClient }] = useState(createClients);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <trpc.Provider client={trpcClient} queryClient={queryClient}>
          <QueryClientProvider client={queryClient}>
            <AuthProvider>
              <Routes />
              <Toaster />
            </AuthProvider>
          </QueryClientProvider>
        </trpc.Provider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
