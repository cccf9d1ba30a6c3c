import { Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { delayInWords } from '@quickfleet/shared/delivery/eta/delay-words';
import { etaAt, expectedInWords, stopsInWords } from '@quickfleet/shared/delivery/eta/eta-words';
import type { OrderProgress } from '@quickfleet/shared/delivery/orders/order-progress';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import type { DeliveryReader } from '@quickfleet/shared/delivery/tracking/delivery-token';
import type { TrackedOrder } from '@quickfleet/shared/delivery/tracking/tracking';
import { paths } from '@quickfleet/shared/paths';
import { type Window, windowInWords } from '@quickfleet/shared/quoting/window-rules';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconShare } from '@tabler/icons-react';
import { type ReactNode, use } from 'react';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { TrackedOrderBadge } from '../../../components/text/status-badge.tsx';
import { useIsHydrated } from '../../../lib/hooks/use-is-hydrated.ts';
import { useNow } from '../../../lib/hooks/use-now.ts';
import { PageContext } from '../../../lib/page.ts';
import { brand } from '../../../lib/words/brand.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import { HowFar } from './how-far.tsx';
import styles from './tracking.module.css';

/** The device's own sheet where there is one, else the link to copy. */
function ShareButton({ title, path }: { title: string; path: string }) {
  const isHydrated = useIsHydrated();
  const url = `${brand.publicUrl || (isHydrated ? location.origin : '')}${path}`;
  // Which of the two it will be is known in the browser only; both take the same room.
  if (!isHydrated || !('share' in navigator))
    return <CopyButton value={url} what={t('link to this page')} text={t('Copy link')} />;
  // Closing the sheet is an answer, not a failure.
  const share = () => void navigator.share({ title, url }).catch(() => {});
  return (
    <Button variant="default" leftSection={<IconShare size={18} aria-hidden />} onClick={share}>
      {t('Share')}
    </Button>
  );
}

interface WhenProps {
  order: TrackedOrder;
  /** What the plan says where nothing is known of the time. */
  when: string | undefined;
  isAhead: boolean;
}
/** When it comes, in one sentence: a time that is not over, when that was computed, and why it is late. */
function When({ order, when, isAhead }: WhenProps) {
  const { renderedAt } = use(PageContext).data;
  const isHydrated = useIsHydrated();
  const now = useNow(isAhead ? undefined : null);
  const { delay, deliveryWindow, whereabouts } = order;
  const eta = isAhead ? etaAt(order.eta, isHydrated ? now : renderedAt, brand.timeZone) : null;
  const stops = eta && !whereabouts ? stopsInWords(eta) : undefined;
  const say = (window: Window) => windowInWords(window, brand.timeZone, brand.hourCycle);
  return (
    <div>
      {eta ? (
        <Text fw={550}>
          {expectedInWords({ eta, deliveryWindow, delay }, say)}
          <span className={styles.quiet}>
            {stops && ` · ${stops}`}
            {` · ${t('as of {time}', { time: formatDateTime(eta.updatedAt) })}`}
          </span>
        </Text>
      ) : (
        when && <Text fw={550}>{when}</Text>
      )}
      {isAhead && delay && (
        <Text dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {t('Running late: {reason}', { reason: delayInWords(delay) })}
        </Text>
      )}
    </div>
  );
}

/** The answer first: where it is, what comes next and when; then which order this is. */
export function OrderStatusCard({
  order,
  progress,
  freshness,
  reader,
}: {
  order: TrackedOrder;
  progress: OrderProgress;
  freshness: ReactNode;
  reader?: DeliveryReader | undefined;
}) {
  const { sentence, next, when, badge, steps } = progress;
  const { trackingNumber, customerName } = order;
  return (
    <Card padding="lg" component="section" aria-label={t('Order status')}>
      <Stack gap={6} align="flex-start">
        <TrackedOrderBadge badge={badge} size="lg" />
        <Title order={2} mt={8}>
          {sentence}
        </Title>
        <When order={order} when={when} isAhead={progress.showsWindow.delivery} />
        {next && <Text c="dimmed">{next}</Text>}
        {order.whereabouts && <HowFar {...order.whereabouts} />}
      </Stack>
      {steps.length > 0 && (
        <div className={styles.bar} aria-hidden>
          {steps.map(({ step, state }) => (
            <span key={step} data-reached={state === 'done' || state === 'current' || undefined} />
          ))}
        </div>
      )}
      <div className={styles.which}>
        <div>
          <p className={styles.quiet}>{t('Order')}</p>
          <Group component="p" gap={4} wrap="nowrap" fz="1.0625rem" fw={600}>
            <span className="mono">{formatTracking(trackingNumber)}</span>
            <span className="no-print">
              <CopyButton value={trackingNumber} what={t('tracking number')} />
            </span>
          </Group>
        </div>
        {customerName && (
          <div>
            <p className={styles.quiet}>{reader === 'recipient' ? t('From') : t('Customer')}</p>
            <p dir="auto" className={styles.strong}>
              {keepNumbers(customerName)}
            </p>
          </div>
        )}
        <Box ms="auto" className="no-print">
          <ShareButton
            title={t('{brand} order {number}', { brand: brand.name, number: trackingNumber })}
            path={paths.trackNumber(trackingNumber)}
          />
        </Box>
      </div>
      {freshness}
    </Card>
  );
}
