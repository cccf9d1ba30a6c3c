import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { PieceKind, ProofPiece } from '@quickfleet/shared/company/proof/proof-rules';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { t } from '@quickfleet/shared/words/t';
import { IconBarcode, IconKey, IconPhoto, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import { CopyButton } from '../../../../components/text/code/copy-button.tsx';
import styles from './capture.module.css';
import { Capture } from './capture.tsx';

const SHOWN = 4;
const HASH_SHOWN = 12;
const kindWords: Record<PieceKind, string> = {
  photo: t('Photo'),
  signature: t('Signature'),
  scan: t('Scan'),
  pin: t('PIN'),
};
const icons = { photo: IconPhoto, signature: IconSignature, scan: IconBarcode, pin: IconKey } as const;
const stops = [
  { stop: 'pickup', title: t('At the pickup'), name: t('Proof at the pickup') },
  { stop: 'transit', title: t('On the way'), name: t('Proof on the way') },
  { stop: 'delivery', title: t('At the delivery'), name: t('Proof at the delivery') },
  { stop: 'return', title: t('Back with the sender'), name: t('Proof back with the sender') },
] as const;

function Piece({ piece, item }: { piece: ProofPiece; item: string | undefined }) {
  const { kind, parcel, url, sha256 } = piece;
  const KindIcon = icons[kind];
  const about = item ?? (parcel === null ? undefined : t('parcel {number}', { number: parcel }));
  const name = `${kindWords[kind]}${about ? `, ${about}` : ''}`;
  return (
    <li>
      {url ? (
        <ImageGallery urls={[url]} label={name} thumbWidth={64} />
      ) : (
        <span className={styles.noPicture}>
          <KindIcon size={22} stroke={1.6} aria-hidden />
        </span>
      )}
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={550} size="sm">
            {keepNumbers(name)}
          </Text>
          {piece.isLate && (
            <Badge size="sm" variant="light" color="gray">
              {t('Late (evidence)')}
            </Badge>
          )}
        </Group>
        <Capture of={piece} />
        {sha256 && (
          <Group gap={4} wrap="nowrap" fz="xs" c="dimmed">
            <span className="mono" title={sha256}>
              {t('SHA-256 {slice}…', { slice: sha256.slice(0, HASH_SHOWN) })}
            </span>
            <CopyButton value={sha256} what={t('SHA-256 of {piece}', { piece: name })} />
          </Group>
        )}
      </div>
    </li>
  );
}

interface StopPiecesProps {
  title: string;
  name: string;
  pieces: ProofPiece[];
  items: Order['items'];
}
function StopPieces({ title, name, pieces, items }: StopPiecesProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? pieces : pieces.slice(0, SHOWN);
  return (
    <Card padding="md" component="section" aria-label={name}>
      <Title order={4} size="h5" mb="sm">
        {title}
      </Title>
      <ul className={styles.pieces}>
        {shown.map((piece) => (
          <Piece key={piece.id} piece={piece} item={items.find(({ id }) => id === piece.itemId)?.name} />
        ))}
      </ul>
      {pieces.length > shown.length && (
        <Button mt="sm" size="xs" variant="default" onClick={() => setWhole(true)}>
          {t('Show all {count}', { count: pieces.length })}
        </Button>
      )}
    </Card>
  );
}

/** Every photo, signature, scan and PIN with when and where it was taken and by whom, stop by stop. */
export function OrderPieces({ order }: { order: Order }) {
  const { proofPieces = [], items } = order;
  return (
    <Stack gap="sm">
      {stops
        .map(({ stop, title, name }) => ({ title, name, pieces: proofPieces.filter((piece) => piece.stop === stop) }))
        .filter(({ pieces }) => pieces.length > 0)
        .map((of) => (
          <StopPieces key={of.title} {...of} items={items} />
        ))}
    </Stack>
  );
}
