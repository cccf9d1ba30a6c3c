import { Button, Stack, Text } from '@mantine/core';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { useEffect, useState } from 'react';
import { formatCount } from '../../../../lib/words/format.ts';
import type { Stage } from '../outbox/storing/entries.ts';
import styles from '../portal/driver.module.css';
import { signatureWords } from './signature-words.ts';

interface SignatureReviewProps {
  order: Order;
  stage: Stage;
  picture: Blob;
  name: string;
  onBack: () => void;
  onConfirm: () => void;
}

/** The last step before a signature counts: the picture, who signed, and how many items it moves. */
export function SignatureReview({ order, stage, picture, name, onBack, onConfirm }: SignatureReviewProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  const { length } = order.items;
  const all = length === 1 ? '1 item' : `All ${formatCount(length, 'item')}`;
  const [isConfirmed, setConfirmed] = useState(false);
  const confirm = () => {
    setConfirmed(true);
    onConfirm();
  };
  return (
    <div className={styles.review}>
      {url && (
        <img
          src={url}
          alt={`Signature of ${name}`}
          style={{
            width: '100%',
            maxWidth: 450,
            margin: '0 auto',
            background: '#fff',
            borderRadius: 8,
            border: '1px solid #cbd5df',
          }}
        />
      )}
      <Stack gap="md">
        <div role="status">
          <Text fw={650} size="lg">
            {all} will be {signatureWords[stage].done}.
          </Text>
          <Text>
            Signed by {name}. {signatureWords[stage].after}
          </Text>
        </div>
        <div className={styles.confirm}>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button onClick={confirm} disabled={isConfirmed} data-autofocus>
            {signatureWords[stage].confirm}
          </Button>
        </div>
      </Stack>
    </div>
  );
}
