import { Box, Card, Group, Stack, Text } from '@mantine/core';
import { type LateEvidence, type LateReason, lateKindWords } from '@quickfleet/shared/base/late-evidence';
import { t } from '@quickfleet/shared/words/t';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import { formatDateTime } from '../../../../lib/words/format.ts';
import { rich } from '../../../../lib/words/rich.tsx';

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="tabular">
      {formatDateTime(at)}
    </time>
  );
}

const arrivals: Record<LateReason, string> = {
  cancelled: t('Arrived after it was cancelled'),
  delivered: t('Arrived after it was delivered'),
  moved_on: t('Arrived after the order had moved on'),
  reassigned: t('Arrived after it was given to another driver'),
  code_replaced: t('Arrived after its access code was replaced'),
  deleted: t('Arrived after it was deleted'),
  unassigned: t('Arrived after it was taken from its driver'),
  refused: t('Arrived but could not count'),
};
export const arrivedWords = (after: LateReason): string => arrivals[after];

/** Photos and signatures that a phone brought when they could not move the order any more, with when and by whom. */
export function LateEvidenceList({ pieces }: { pieces: readonly LateEvidence[] }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {pieces.map(({ id, kind, itemName, url, signerName, takenAt, receivedAt, after, by }) => {
        const title = itemName
          ? t('{kind} of {item}', { kind: lateKindWords[kind], item: itemName })
          : lateKindWords[kind];
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
                <Text size="sm">{arrivedWords(after)}</Text>
                {signerName && <Text size="sm">{t('Signed by {name}', { name: signerName })}</Text>}
                <Text size="sm" c="dimmed">
                  {takenAt ? rich('Taken {when}', { when: <Moment at={takenAt} /> }) : t('Time of taking unknown')}
                  {' · '}
                  {rich('received {when}', { when: <Moment at={receivedAt} /> })}
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
