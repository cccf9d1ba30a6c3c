import { Card, Text, Title } from '@mantine/core';
import { TRACKING_EXAMPLE } from '@quickfleet/shared/limits';
import { RouteLine } from '../../components/route-line.tsx';
import { messageOf } from '../../lib/error-message.ts';
import styles from './tracking.module.css';

/** The same for every number that leads nowhere: no hint of which ones do. */
export function OrderNotFound({ error }: { error: unknown }) {
  return (
    <Card className={styles.notFound} padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        Order Not Found
      </Title>
      <Text>{messageOf(error, 'Order not found')}</Text>
      <Text c="dimmed">Please double-check your tracking number and try again.</Text>
      <Text c="dimmed" size="sm">
        It looks like <span className="mono">{TRACKING_EXAMPLE}</span>, with or without spaces, and stands in your
        confirmation e-mail.
      </Text>
    </Card>
  );
}
