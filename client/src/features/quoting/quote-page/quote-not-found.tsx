import { Anchor, Card, Text, Title } from '@mantine/core';
import { RouteLine } from '../../../components/delivery/route-line.tsx';
import { brand, supportMailto } from '../../../lib/words/brand.ts';
import styles from './quote-page.module.css';

/** Shown for every link without a quote; `wasOpen` if the page showed the quote until just now. */
export function QuoteNotFound({ wasOpen }: { wasOpen: boolean }) {
  return (
    <Card className={styles.notFound} padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        {wasOpen ? 'This link was replaced' : 'We can’t find this quote'}
      </Title>
      <Text>
        {wasOpen
          ? 'It no longer opens the quote that was shown here.'
          : 'The link may be incomplete, or a newer link may have replaced it.'}
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
