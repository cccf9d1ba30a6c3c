import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { Suspense } from 'react';
import { Link } from 'wouter';
import { useAuth } from '../../../lib/api/session.tsx';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import { useHasMySession } from '../../../lib/storage/my-session.ts';

const AccountMenu = lazyExtra(() => import('./account-menu.tsx').then((m) => m.AccountMenu));

/**
 * The public header's place for the account menu. Visitors never load it and see a link to sign in, or
 * to their deliveries while a mailed link's session is open; it is placed left of
 * what is aligned to the right, so that nothing moves when it comes.
 */
export function AccountSlot({ className }: { className: string | undefined }) {
  const { user } = useAuth();
  const hasMySession = useHasMySession();
  return (
    <div style={{ marginInlineStart: 'auto', minWidth: 0 }}>
      {user ? (
        <Suspense>
          <AccountMenu user={user} />
        </Suspense>
      ) : (
        <Link href={paths.my} className={className}>
          {hasMySession ? t('My deliveries') : t('Sign in')}
        </Link>
      )}
    </div>
  );
}
