import { Box, Container, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { useRef, useState } from 'react';
import { Announcer } from '../features/delivery/tracking/announcer.tsx';
import { TrackingSearch } from '../features/delivery/tracking/search/tracking-search.tsx';
import styles from '../features/delivery/tracking/tracking.module.css';
import { TrackingOutcome } from '../features/delivery/tracking/tracking-outcome.tsx';
import { useTrackedOrder } from '../features/delivery/tracking/use-tracked-order.ts';
import { EMBED_TARGET, EmbedLayout } from '../layouts/embed-layout.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';

/** /embed/tracking */
export function EmbedTrackingPage() {
  const [trackingNumber, setTrackingNumber] = useState('');
  const tracked = useTrackedOrder(trackingNumber);
  const input = useRef<HTMLInputElement>(null);
  useDocumentTitle(t('Track Your Order'));
  const search = (wanted: string) => {
    if (wanted === trackingNumber) void tracked.query.refetch();
    else setTrackingNumber(wanted);
  };
  return (
    <EmbedLayout>
      <Container className={styles.page}>
        <Title order={1} className="visually-hidden">
          {t('Track Your Order')}
        </Title>
        <TrackingSearch initial="" inputRef={input} onSearch={search} target={EMBED_TARGET} />
        <Announcer order={tracked.query.data} />
        {trackingNumber && (
          <Box className={styles.below} mt="lg">
            <TrackingOutcome tracked={tracked} trackingNumber={trackingNumber} />
          </Box>
        )}
      </Container>
    </EmbedLayout>
  );
}
