import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { Head } from '@quickfleet/shared/page';
import { directionOf } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorBoundary } from './components/feedback/error-boundary.tsx';
import { Toaster } from './components/feedback/toaster.tsx';
import { createQueryClient } from './lib/api/query-client.ts';
import { AuthProvider, checkSession, endSession } from './lib/api/session.tsx';
import { createTrpcClient, trpc } from './lib/api/trpc.ts';
import { PageContext, type PageData, seedCalls } from './lib/page.ts';
import { brand } from './lib/words/brand.ts';
import { Routes } from './routes.tsx';
import { themeIn } from './theme.ts';

const { theme, cssVariables } = themeIn(brand);

const createClients = (data: PageData) => {
  const trpcClient = createTrpcClient();
  const queryClient = createQueryClient(
    () => endSession(queryClient),
    // A mutation's 401 may be a wrong password: the session itself is asked.
    () => void checkSession(queryClient, trpcClient),
  );
  seedCalls(queryClient, data);
  return { queryClient, trpcClient };
};

interface AppProps {
  /** What the server has put into the page. */
  data: PageData;
  /** On the server: what the page fills in while it is rendered. */
  head?: Head;
}

export function App({ data, head }: AppProps) {
  const [{ queryClient, trpcClient }] = useState(() => createClients(data));
  const [page] = useState(() => ({ data, ...(head ? { head } : {}) }));
  return (
    <DirectionProvider initialDirection={directionOf(language())} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <ErrorBoundary>
          <trpc.Provider client={trpcClient} queryClient={queryClient}>
            <QueryClientProvider client={queryClient}>
              <PageContext value={page}>
                <AuthProvider>
                  <Routes />
                  <Toaster />
                </AuthProvider>
              </PageContext>
            </QueryClientProvider>
          </trpc.Provider>
        </ErrorBoundary>
      </MantineProvider>
    </DirectionProvider>
  );
}
