import { Anchor, Card, Text, Title } from '@mantine/core';
import { RouteLine } from '../../components/route-line.tsx';
import { brand, supportMailto } from '../../lib/brand.ts';
import styles from './quote-page.module.css';

/** The same for a link that never was, was replaced, or whose quote is deleted. */
export function QuoteNotFound() {
  return (
    <Card className={styles.notFound} padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        This link leads to no quote
      </Title>
      <Text>It may have been cut short on its way, or replaced by a newer one.</Text>
      <Text c="dimmed">
        Please open the link in the latest e-mail from {brand.name} about your quote, or{' '}
        <Anchor href={supportMailto('My quote')} inherit underline="always">
          write to us
        </Anchor>
        .
      </Text>
    </Card>
  );
}
