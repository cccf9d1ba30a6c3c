import { Anchor, Card, Text, Title } from '@mantine/core';
import { RouteLine } from '../../../components/delivery/route-line.tsx';
import { brand, supportMailto } from '../../../lib/words/brand.ts';
import styles from './quote-page.module.css';

/**
 * The same for a link that never was, was replaced, or whose quote is deleted; `wasOpen` where the page showed the quote
 * until just now.
 */
export function QuoteNotFound({ wasOpen }: { wasOpen: boolean }) {
  return (
    <Card className={styles.notFound} padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        {wasOpen ? 'This link was replaced' : 'This link leads to no quote'}
      </Title>
      <Text>
        {wasOpen
          ? 'It no longer opens the quote that was shown here.'
          : 'It may have been cut short on its way, or replaced by a newer one.'}
      </Text>
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
