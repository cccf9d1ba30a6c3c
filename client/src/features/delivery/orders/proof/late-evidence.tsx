import { Box, Card, Group, Stack, Text } from '@mantine/core';
import { type LateEvidence, lateKindWords, lateReasonWords } from '@quickfleet/shared/base/late-evidence';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';

function Moment({ word, at }: { word: string; at: string }) {
  return (
    <>
      {word}{' '}
      <time dateTime={at} className="tabular">
        {formatDateTime(at)}
      </time>
    </>
  );
}

/** Photos and signatures that a phone brought when they could not move the order any more, with when and by whom. */
export function LateEvidenceList({ pieces }: { pieces: readonly LateEvidence[] }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {pieces.map(({ id, kind, itemName, url, signerName, takenAt, receivedAt, after, by }) => {
        const title = `${lateKindWords[kind]}${itemName ? ` of ${itemName}` : ''}`;
        return (
          <Card key={id} component="li" padding="sm">
            <Group wrap="nowrap" align="flex-start" gap="md">
              <Box w={96} style={{ flexShrink: 0 }}>
                <ImageGallery urls={[url]} label={title} thumbWidth={88} />
              </Box>
              <div style={{ minWidth: 0 }}>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {title}
                </Text>
                <Text size="sm">Arrived {lateReasonWords[after]}</Text>
                {signerName && <Text size="sm">Signed by {signerName}</Text>}
                <Text size="sm" c="dimmed">
                  {takenAt ? <Moment word="Taken" at={takenAt} /> : 'Time of taking unknown'}
                  {' · '}
                  <Moment word="received" at={receivedAt} />
                </Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {by}
                </Text>
              </div>
            </Group>
          </Card>
        );
      })}
    </Stack>
  );
}
