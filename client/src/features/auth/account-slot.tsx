import { Suspense } from 'react';
import { lazyExtra } from '../../lib/lazy-named.ts';
import { useAuth } from '../../lib/session.tsx';

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
