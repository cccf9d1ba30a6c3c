import { MantineProvider } from '@mantine/core';
import { paths } from '@quickfleet/shared/paths';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { Toaster } from './components/toaster.tsx';
import { clearStoredAdmin } from './lib/admin-storage.ts';
import { createQueryClient } from './lib/query-client.ts';
import { AuthProvider, isAdminArea, sessionKey } from './lib/session.tsx';
import { createTrpcClient, trpc } from './lib/trpc.ts';
import { Routes } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

/** The session is over: stored admin data goes with it, and the admin area sends the person to sign in. */
const createClients = () => {
  const queryClient = createQueryClient(
    () => {
      clearStoredAdmin();
      queryClient.setQueryData(sessionKey, null);
      if (isAdminArea(location.pathname))
        navigate(paths.adminSignIn, { replace: true, state: { from: location.pathname } });
    },
    // A mutation's 401 may be a wrong password: the session itself is asked.
    () => void queryClient.invalidateQueries({ queryKey: sessionKey }),
  );
  return { queryClient, trpcClient: createTrpcClient() };
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
