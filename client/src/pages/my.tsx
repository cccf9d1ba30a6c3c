import { Container } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useEffect } from 'react';
import { useParams } from 'wouter';
import { QueryError } from '../components/feedback/query-state.tsx';
import { SpinnerPage } from '../components/feedback/spinner-page.tsx';
import { AskForLink } from '../features/delivery/my/ask-for-link.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { useAuth } from '../lib/api/session.tsx';
import { trpc } from '../lib/api/trpc.ts';
import { lazyNamed } from '../lib/loading/lazy-named.ts';
import { hasMySession, rememberMySession } from '../lib/storage/my-session.ts';

// From here, so that the first page that anybody opens knows nothing of it.
const MyDeliveries = lazyNamed(() => import('../features/delivery/my/my-deliveries.tsx').then((m) => m.MyDeliveries));
const MyQuotePage = lazyNamed(() => import('./my-quote.tsx').then((m) => m.MyQuotePage));

// Together with the answer that it shows; who only asks for a link never loads it.
if (hasMySession()) MyDeliveries.preload().catch(() => {});

/** What was ordered with one's e-mail address, or the way to prove that it is one's own. */
function MyList() {
  useDocumentTitle(t('My deliveries'));
  const { user, isLoading } = useAuth();
  const me = trpc.my.get.useQuery();
  const { data } = me;
  useEffect(() => {
    if (data) rememberMySession(data.email !== null && !data.isAccount);
  }, [data]);
  // The form begins with the address of the account.
  if (me.isPending || (data?.isAccount && isLoading)) return <SpinnerPage />;
  return (
    <Container size="md" py={{ base: 24, sm: 48 }}>
      {me.data?.email ? (
        <MyDeliveries email={me.data.email} name={me.data.name} customers={me.data.customers} />
      ) : me.data ? (
        <AskForLink account={me.data.isAccount ? (user?.email ?? '') : undefined} />
      ) : (
        <QueryError query={me} title={t('Your deliveries could not be loaded')} />
      )}
    </Container>
  );
}

/** /my, and /my/quotes/{reference}. */
export function MyPage() {
  const { reference } = useParams();
  return reference === undefined ? <MyList /> : <MyQuotePage reference={reference} />;
}
