import { Alert, Badge, Box, Button, Card, Group, Stack, Text } from '@mantine/core';
import { type Place, stopNames } from '@quickfleet/shared/company/proof/failure-words';
import type { Order } from '@quickfleet/shared/delivery/orders/orders';
import type { Attempt } from '@quickfleet/shared/delivery/proof/attempts';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { ImageGallery } from '../../../../components/photos/image-gallery.tsx';
import { RelativeTime } from '../../../../components/text/relative-time.tsx';
import { rich } from '../../../../lib/words/rich.tsx';
import { Capture } from '../proof/capture.tsx';
import { arrivedWords } from '../proof/late-evidence.tsx';
import { ResolveDialog } from '../resolve/resolve-dialog.tsx';
import { failureTitle, lastFailure } from './failure-note.tsx';

const outcomeWords = { done: t('Done (state)'), partial: t('Partial'), failed: t('Failed') } as const;
const outcomeColors = { done: 'green', partial: 'amber', failed: 'red' } as const;
const resolutionWords = {
  retry: t('New attempt'),
  return: t('Returned (attempt)'),
  cancel: t('Closed (order)'),
} as const;

const leftWords: Record<Place, string> = {
  recipient: t('Left with the recipient'),
  neighbour: t('Left with a neighbour'),
  reception: t('Left at the reception'),
  mailbox: t('Left in the mailbox'),
  safe_place: t('Left in a safe place'),
};

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
            {t('Mistake')}
          </Badge>
        )}
        {after && (
          <Badge size="sm" variant="light" color="gray">
            {t('Late (evidence)')}
          </Badge>
        )}
      </Group>
      {attempt.correctedAt && (
        <Text size="sm">
          {rich('Taken back as a mistake {when}. It no longer counts.', {
            when: <RelativeTime value={attempt.correctedAt} />,
          })}
        </Text>
      )}
      {after && <Text size="sm">{t('{arrived}. It did not change the order.', { arrived: arrivedWords(after) })}</Text>}
      {reason && <Text>{reasonName ?? reason}</Text>}
      {place && <Text size="sm">{leftWords[place]}</Text>}
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
              {damaged
                ? t('{name}: {delivered} of {of}, damaged', { name, delivered, of })
                : t('{name}: {delivered} of {of}', { name, delivered, of })}
            </li>
          ))}
        </ul>
      )}
      {attempt.noteCustomer && <Text size="sm">{t('To the customer: {note}', { note: attempt.noteCustomer })}</Text>}
      {attempt.noteOffice && <Text size="sm">{t('To the office: {note}', { note: attempt.noteOffice })}</Text>}
      {attempt.overrideReason && (
        <Text size="sm">{t('Accepted without all proof: {reason}', { reason: attempt.overrideReason })}</Text>
      )}
      {photoUrls.length > 0 && (
        <Box my={6}>
          <ImageGallery urls={photoUrls} label={t('{title}, photo', { title })} thumbWidth={88} />
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
        {t('Choose what happens next')}
      </Button>
      <ResolveDialog order={order} opened={isDeciding} onClose={() => setDeciding(false)} />
    </div>
  );
  if (outcome === 'returned')
    return (
      <Alert color="gray" icon={<IconArrowBackUp aria-hidden />} title={t('Returned')}>
        {t('This order was returned to the sender.')}
      </Alert>
    );
  if (outcome === 'returning')
    return (
      <Alert color="amber" icon={<IconArrowBackUp aria-hidden />} title={t('On the way back to the sender')}>
        {failedAt ? t('The return failed.') : t('The driver is returning it to the pickup address.')}
        {failedAt && last?.noteOffice && (
          <Text size="sm">{t('The driver to the office: {note}', { note: last.noteOffice })}</Text>
        )}
        {decide}
      </Alert>
    );
  if (!failedAt) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={failureTitle(order, last)}>
      {last?.reasonName ?? t('No decision yet.')}
      {last?.noteOffice && <Text size="sm">{t('The driver to the office: {note}', { note: last.noteOffice })}</Text>}
      {decide}
    </Alert>
  );
}
