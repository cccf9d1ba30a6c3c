import { t } from '@quickfleet/shared/words/t';
import { Suspense } from 'react';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { lazyExtra } from '../../../lib/loading/lazy-named.ts';
import type { Change } from './changes.ts';

const WhatsNewList = lazyExtra(() => import('./whats-new-list.tsx').then((m) => m.WhatsNewList));

interface WhatsNewDialogProps {
  opened: boolean;
  onClose: () => void;
  /** What to show; without it, the newest release. */
  changes?: readonly Change[];
}

export function WhatsNewDialog({ opened, onClose, changes }: WhatsNewDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('What’s new')} size="lg">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <WhatsNewList changes={changes} />
      </Suspense>
    </Dialog>
  );
}
