import { Alert, Badge, Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { lateReasonWords } from '@quickfleet/shared/base/late-evidence';
import { placeWords, stopNames } from '@quickfleet/shared/company/failure-words';
import type { Order } from '@quickfleet/shared/delivery/orders';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { Capture } from '../proof/capture.tsx';
import { ResolveDialog } from '../resolve/resolve-dialog.tsx';
import { failureTitle, lastFailure } from './failure-note.tsx';

const outcomeWords = { done: 'Done', partial: 'Partial', failed: 'Failed' } as const;
const outcomeColors = { done: 'green', partial: 'amber', failed: 'red' } as const;
const resolutionWords = { retry: 'New attempt', return: 'Returned', cancel: 'Closed' } as const;

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { stop, number, outcome, reasonName, reason, place, items, photoUrls, resolution, after } = attempt;
  const title = `${stopNames[stop]}${number ? ` ${number}` : ''}`;
  const isWhole = items.every(({ delivered, of, damaged }) => delivered === of && !damaged);
  return (
    <Card component="li" padding="sm">
      <Group gap="xs" mb={4}>
        <Text fw={600}>{title}</Text>
        <Badge size="sm" variant="light" color={outcomeColors[outcome]}>
          {outcomeWords[outcome]}
        </Badge>
        {attempt.correctedAt && (
          <Badge size="sm" variant="light" color="gray">
            Mistake
          </Badge>
        )}
        {after && (
          <Badge size="sm" variant="light" color="gray">
            Late
          </Badge>
        )}
      </Group>
      {attempt.correctedAt && (
        <Text size="sm">
          Taken back as a mistake <RelativeTime value={attempt.correctedAt} />. It no longer counts.
        </Text>
      )}
      {after && <Text size="sm">Arrived {lateReasonWords[after]}. It did not change the order.</Text>}
      {reason && <Text>{reasonName ?? reason}</Text>}
      {place && <Text size="sm">Left {placeWords[place]}</Text>}
      {attempt.signerName && (
        <Text size="sm">
          {attempt.signerName}
          {attempt.signerRelation && `, ${attempt.signerRelation}`}
        </Text>
      )}
      {outcome === 'partial' && !isWhole && (
        <ul style={{ paddingInlineStart: 20, listStyle: 'disc' }}>
          {items.map(({ itemId, name, delivered, of, damaged }) => (
            <li key={itemId}>
              {name}: {delivered} of {of}
              {damaged && ', damaged'}
            </li>
          ))}
        </ul>
      )}
      {attempt.noteCustomer && <Text size="sm">To the customer: {attempt.noteCustomer}</Text>}
      {attempt.noteOffice && <Text size="sm">To the office: {attempt.noteOffice}</Text>}
      {attempt.overrideReason && <Text size="sm">Accepted without all proof: {attempt.overrideReason}</Text>}
      {photoUrls.length > 0 && (
        <Box my={6}>
          <ImageGallery urls={photoUrls} label={`${title}, photo`} thumbWidth={88} />
        </Box>
      )}
      <Capture of={attempt} />
      {resolution && <Text size="sm">{resolutionWords[resolution]}</Text>}
    </Card>
  );
}

export function OrderAttempts({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {attempts.map((attempt) => (
        <AttemptCard key={attempt.id} attempt={attempt} />
      ))}
    </Stack>
  );
}

/** A failed or returning order, shown above everything else. */
export function OrderFailure({ order, mayDecide }: { order: Order; mayDecide: boolean }) {
  const [isDeciding, setDeciding] = useState(false);
  const { outcome, failedAt } = order;
  const last = lastFailure(order);
  const decide = mayDecide && (
    <div>
      <Button mt="sm" variant="default" onClick={() => setDeciding(true)}>
        Choose what happens next
      </Button>
      <ResolveDialog order={order} opened={isDeciding} onClose={() => setDeciding(false)} />
    </div>
  );
  if (outcome === 'returned')
    return (
      <Alert color="gray" icon={<IconArrowBackUp aria-hidden />} title="Returned">
        This order was returned to the sender.
      </Alert>
    );
  if (outcome === 'returning')
    return (
      <Alert color="amber" icon={<IconArrowBackUp aria-hidden />} title="On the way back to the sender">
        {failedAt ? 'The return failed.' : 'The driver is returning it to the pickup address.'}
        {failedAt && last?.noteOffice && <Text size="sm">The driver to the office: {last.noteOffice}</Text>}
        {decide}
      </Alert>
    );
  if (!failedAt) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={failureTitle(order, last)}>
      {last?.reasonName ?? 'No decision yet.'}
      {last?.noteOffice && <Text size="sm">The driver to the office: {last.noteOffice}</Text>}
      {decide}
    </Alert>
  );
}
