import { Anchor, Button, Card, Container, Group, Text, Title } from '@mantine/core';
import { isOpenOrder } from '@quickfleet/shared/delivery/orders/order-status';
import { API_BASE, paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useParams } from 'wouter';
import { RouteLine } from '../components/delivery/route-line.tsx';
import { ErrorState } from '../components/feedback/error-state.tsx';
import { LiveNote } from '../components/feedback/live-note.tsx';
import { Announcer } from '../features/delivery/tracking/announcer.tsx';
import { HandoverPins } from '../features/delivery/tracking/handover-pins.tsx';
import { NeedHelp } from '../features/delivery/tracking/help/need-help.tsx';
import { NotifyDevice } from '../features/delivery/tracking/notices/notify-device.tsx';
import { RateDelivery } from '../features/delivery/tracking/rating/rate-delivery.tsx';
import { HaveASay } from '../features/delivery/tracking/requests/have-a-say.tsx';
import { LeavePlainly } from '../features/delivery/tracking/requests/leave-plainly.tsx';
import { TrackingSkeleton } from '../features/delivery/tracking/search/tracking-skeleton.tsx';
import { progressOf } from '../features/delivery/tracking/tracked-progress.ts';
import styles from '../features/delivery/tracking/tracking.module.css';
import { TrackingResult } from '../features/delivery/tracking/tracking-result.tsx';
import { useMailedDelivery } from '../features/delivery/tracking/use-mailed-delivery.ts';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';
import { statusOf } from '../lib/api/error-message.ts';
import { brand, supportMailto } from '../lib/words/brand.ts';
import { rich } from '../lib/words/rich.tsx';

/** A link preview shows it to everybody whom the link is forwarded to: it names nobody and no place. */
const ABOUT = t('Your delivery from {name}: where it is, when it comes, and what you can change.', {
  name: brand.name,
});

/** Shown for every link without a delivery; `wasOpen` if the page showed it until just now. */
function DeliveryNotFound({ wasOpen }: { wasOpen: boolean }) {
  return (
    <Card padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        {wasOpen ? t('This link no longer works') : t('We can’t find this delivery')}
      </Title>
      <Text>
        {wasOpen
          ? t('It no longer opens the delivery that was shown here.')
          : t('The link may be incomplete or out of date.')}
      </Text>
      <Text c="dimmed">
        {rich('Please open the link in the latest e-mail from {name} about your delivery, or {link}.', {
          name: brand.name,
          link: (
            <Anchor href={supportMailto(t('My delivery'))} inherit underline="always">
              {t('write to us')}
            </Anchor>
          ),
        })}
      </Text>
    </Card>
  );
}

function AddToCalendar({ token }: { token: string }) {
  return (
    <Button
      component="a"
      href={`${API_BASE}${paths.delivery(token)}/delivery.ics`}
      variant="default"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      className="no-print"
    >
      {t('Add to calendar')}
    </Button>
  );
}

/** /t/{token}: the page of one delivery for the customer or the recipient, from the link in their mail. */
export function DeliveryPage() {
  const { token = '' } = useParams();
  const { query, ...live } = useMailedDelivery(token);
  const { error, isFetching } = query;
  // A link that ends while its page is open shows nothing of the delivery any more.
  const isGone = statusOf(error) === 404;
  const data = isGone ? undefined : query.data;
  useDocumentTitle(data ? progressOf(data, data.reader).sentence : t('Your delivery'), ABOUT);
  const refresh = () => void query.refetch();
  return (
    <Container className={styles.page}>
      <div className={`${styles.head} no-print`}>
        <Title order={1}>{t('Your delivery')}</Title>
      </div>
      <Announcer order={data} reader={data?.reader} />
      <div className={styles.below} data-order>
        {data && (
          <TrackingResult
            order={data}
            freshness={
              <LiveNote
                updatedAt={query.dataUpdatedAt}
                isFetching={isFetching}
                hasFailed={query.isRefetchError}
                onRefresh={refresh}
                {...live}
              />
            }
            mailed={{
              reader: data.reader,
              token,
              proof: data.proofToken,
              receipt: data.hasReceipt ? `${API_BASE}${paths.delivery(token)}/receipt.pdf` : null,
              children: (
                <>
                  <HandoverPins pins={data.pins} />
                  <RateDelivery token={token} delivery={data} />
                  {isOpenOrder(data.status) ? (
                    <Group gap="sm">
                      {data.deliveryWindow && <AddToCalendar token={token} />}
                      <NotifyDevice token={token} isOpen />
                    </Group>
                  ) : (
                    <NotifyDevice token={token} isOpen={false} />
                  )}
                  <HaveASay token={token} delivery={data} />
                  {isOpenOrder(data.status) && <LeavePlainly token={token} />}
                </>
              ),
            }}
          />
        )}
        {isGone && <DeliveryNotFound wasOpen={query.data !== undefined} />}
        {!data && error && !isGone && !isFetching && (
          <ErrorState title={t('The delivery could not be loaded')} error={error} onRetry={refresh} />
        )}
        {!data && (!error || (isFetching && !isGone)) && <TrackingSkeleton />}
        {(data || isGone) && <NeedHelp trackingNumber={data?.trackingNumber ?? ''} />}
      </div>
    </Container>
  );
}
