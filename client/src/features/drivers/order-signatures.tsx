import { Title } from '@mantine/core';
import type { Order } from '@quickfleet/shared/orders';
import { SignatureImage } from '../../components/signature-image.tsx';
import styles from './driver.module.css';
import { shownUrl } from './outbox/previews.ts';

/** The signatures, once there are any. */
export function OrderSignatures({ order: { signatures, pickupSignature, deliverySignature } }: { order: Order }) {
  const shown = [
    { title: 'Pickup customer signature', signature: pickupSignature },
    { title: 'Delivery customer signature', signature: deliverySignature },
    { title: 'Driver signature', signature: signatures.findLast(({ signer }) => signer === 'driver') ?? null },
  ].flatMap(({ title, signature }) => (signature ? [{ title, ...signature }] : []));
  if (shown.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby="signatures-title">
      <Title order={2} size="h3" mb="sm" id="signatures-title">
        Signatures
      </Title>
      <div style={{ display: 'grid', gap: 20 }}>
        {shown.map(({ title, url, signerName, signedAt, capturedAt }) => (
          <SignatureImage
            key={title}
            title={title}
            url={shownUrl(url)}
            signer={signerName}
            signedAt={signedAt ?? capturedAt}
          />
        ))}
      </div>
    </section>
  );
}
