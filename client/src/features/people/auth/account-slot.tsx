import { Suspense } from 'react';
import { useAuth } from '../../../lib/api/session.tsx';
import { lazyExtra } from '../../../lib/lazy-named.ts';

const AccountMenu = lazyExtra(() => import('./account-menu.tsx').then((m) => m.AccountMenu));

/**
 * The public header's place for the account menu. Empty for visitors, who never load it; it is placed left of what is
 * aligned to the right, so that nothing moves when it comes.
 */
export function AccountSlot() {
  const { user } = useAuth();
  return (
    <div style={{ marginLeft: 'auto', minWidth: 0 }}>
      {user && (
        <Suspense>
          <AccountMenu user={user} />
        </Suspense>
      )}
    </div>
  );
}
