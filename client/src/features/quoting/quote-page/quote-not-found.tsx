import { Anchor, Card, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { RouteLine } from '../../../components/delivery/route-line.tsx';
import { brand, supportMailto } from '../../../lib/words/brand.ts';
import { rich } from '../../../lib/words/rich.tsx';
import styles from './quote-page.module.css';

/** Shown for every link without a quote; `wasOpen` if the page showed the quote until just now. */
export function QuoteNotFound({ wasOpen }: { wasOpen: boolean }) {
  return (
    <Card className={styles.notFound} padding="xl" role="alert">
      <RouteLine width={160} />
      <Title order={2} size="h3" mt="sm">
        {wasOpen ? t('This link was replaced') : t('We can’t find this quote')}
      </Title>
      <Text>
        {wasOpen
          ? t('It no longer opens the quote that was shown here.')
          : t('The link may be incomplete, or a newer link may have replaced it.')}
      </Text>
      <Text c="dimmed">
        {rich('Please open the link in the latest e-mail from {name} about your quote, or {link}.', {
          name: brand.name,
          link: (
            <Anchor href={supportMailto(t('My quote'))} inherit underline="always">
              {t('write to us')}
            </Anchor>
          ),
        })}
      </Text>
    </Card>
  );
}
