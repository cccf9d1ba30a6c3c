import { Card, Stack, Text, Title } from '@mantine/core';
import { normaliseReference } from '@quickfleet/shared/base/pasted';
import { TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { RouteLine } from '../../../../components/delivery/route-line.tsx';
import { messageOf } from '../../../../lib/api/error-message.ts';
import { rich } from '../../../../lib/words/rich.tsx';

const TITLE = t('Order Not Found');
/**
 * 'K7M3QF', as the search writes it: the six characters of a quote's reference, alone or after the word for it, as our
 * mails and pages write them.
 */
const QUOTE_REFERENCE = /^(?!QF\d)(?:\p{L}{3,14}(?=[A-Z]{0,5}\d))?([0-9A-Z]{6})$/u;

/** The same for every unknown number, so that it gives no hint about real ones. */
export function OrderNotFound({ error, trackingNumber }: { error: unknown; trackingNumber: string }) {
  // What the server says is the title in other letters: said once.
  const message = messageOf(error, TITLE);
  const [, reference] = QUOTE_REFERENCE.exec(trackingNumber) ?? [];
  return (
    <Card padding="xl" role="alert">
      <Stack gap="xs">
        <RouteLine width={160} />
        <Title order={2} size="h3" mt="sm">
          {TITLE}
        </Title>
        {reference !== undefined && (
          <Text>
            {rich(
              '{text} looks like a quote reference. Open your quote with the link in our e-mail. You get a tracking number once your delivery is booked.',
              { text: <span className="mono">{normaliseReference(reference)}</span> },
            )}
          </Text>
        )}
        {message.toLowerCase() !== TITLE.toLowerCase() && <Text>{message}</Text>}
        <Text c="dimmed">{t('Please double-check your tracking number and try again.')}</Text>
        <Text c="dimmed" size="sm">
          {rich('It looks like {text}, with or without spaces. It’s in your confirmation e-mail.', {
            text: <span className="mono">{TRACKING_EXAMPLE}</span>,
          })}
        </Text>
      </Stack>
    </Card>
  );
}
