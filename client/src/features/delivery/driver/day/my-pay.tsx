import { Button, Stack, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useState } from 'react';
import { QueryState } from '../../../../components/feedback/query-state.tsx';
import { PayLines, PayPeriod } from '../../../../components/pay/pay-lines.tsx';
import { inNewTab, payHref } from '../../../../lib/addresses/paper-links.ts';
import { trpc } from '../../../../lib/api/trpc.ts';
import { todayInZone } from '../../../../lib/words/format.ts';
import styles from '../portal/driver.module.css';

function Earned({ driverId }: { driverId: number }) {
  const today = todayInZone();
  const [days, setDays] = useState({ from: `${today.slice(0, 8)}01`, to: today });
  const earned = trpc.pay.get.useQuery({ id: driverId, ...days });
  return (
    <>
      <PayPeriod days={days} onChange={setDays} />
      {earned.isSuccess ? (
        <PayLines earned={earned.data} />
      ) : (
        <QueryState query={earned} title={t('The pay could not be loaded')} rows={2} height={48} />
      )}
      <Button variant="default" {...inNewTab} href={payHref(driverId, days, 'pdf')}>
        {t('Print')}
      </Button>
    </>
  );
}

/** What a driver earned, for the driver: read when it is asked for. */
export function MyPay({ driverId }: { driverId: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="my-pay-title">
      <Title order={2} size="h3" id="my-pay-title" mb="sm">
        {t('My pay')}
      </Title>
      <Stack gap="sm" className={styles.card ?? ''}>
        {isOpen ? (
          <Earned driverId={driverId} />
        ) : (
          <Button variant="default" fullWidth onClick={() => setOpen(true)}>
            {t('Show what I earned')}
          </Button>
        )}
      </Stack>
    </section>
  );
}
