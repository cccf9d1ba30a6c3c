import { Button } from '@mantine/core';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { CLAIM_DAYS } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyExtra } from '../../../../lib/loading/lazy-named.ts';
import { usePageTime } from '../../../../lib/page.ts';

const ReportForm = lazyExtra(() => import('./report-form.tsx').then((m) => m.ReportForm));
const DAY_MS = 86_400_000;

/** The way to a claim for customer and recipient, once the goods have arrived or are late, and for some days after. */
export function ReportProblem({ order, token }: { order: TrackedOrder; token?: string | undefined }) {
  const now = usePageTime();
  const [isOpen, setOpen] = useState(false);
  const { deliveredAt } = order;
  if (deliveredAt && now - Date.parse(deliveredAt) > CLAIM_DAYS * DAY_MS) return null;
  if (isOpen)
    return (
      <Suspense>
        <ReportForm
          order={order}
          token={token ?? new URLSearchParams(location.search).get('proof')}
          onClose={() => setOpen(false)}
        />
      </Suspense>
    );
  return (
    <Button
      variant="default"
      leftSection={<IconAlertCircle size={18} aria-hidden />}
      onClick={() => setOpen(true)}
      className="no-print needs-script"
      style={{ justifySelf: 'start' }}
    >
      {t('Something’s wrong')}
    </Button>
  );
}
