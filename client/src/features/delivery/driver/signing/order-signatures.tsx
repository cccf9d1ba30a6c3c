import { Badge, Title } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { t } from '@quickfleet/shared/words/t';
import { IconClock } from '@tabler/icons-react';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { usePortal } from '../outbox/portal.ts';
import type { Entry } from '../outbox/storing/entries.ts';
import { pictureUrl } from '../outbox/storing/pictures.ts';
import styles from '../portal/driver.module.css';

interface OrderSignaturesProps {
  order: Order;
  entries: readonly Entry[];
}

/** The signatures, once there are any; one that waits on this phone says so. */
export function OrderSignatures({
  order: { signatures, pickupSignature, deliverySignature },
  entries,
}: OrderSignaturesProps) {
  const { pictures } = usePortal();
  const waiting = entries.filter((entry) => entry.kind === 'signature').map((entry) => entry.at);
  const shown = [
    { title: t('Pickup customer signature'), signature: pickupSignature },
    { title: t('Delivery customer signature'), signature: deliverySignature },
    { title: t('Driver signature'), signature: signatures.findLast(({ signer }) => signer === 'driver') ?? null },
  ].flatMap(({ title, signature }) => (signature ? [{ title, ...signature }] : []));
  if (shown.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="signatures-title">
      <Title order={2} size="h3" mb="sm" id="signatures-title">
        {t('Signatures')}
      </Title>
      <div style={{ display: 'grid', gap: 20 }}>
        {shown.map(({ title, url, signerName, signedAt, capturedAt }) => (
          <div key={title}>
            <SignatureImage
              title={title}
              url={pictureUrl(url, pictures.get(url)?.blob)}
              signer={signerName}
              signedAt={signedAt ?? capturedAt}
            />
            {signedAt && waiting.includes(signedAt) && (
              <Badge color="amber" variant="light" mt={6} leftSection={<IconClock size={16} aria-hidden />}>
                {t('Signed, not sent yet')}
              </Badge>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
