import { Button, Stack, Text, Title } from '@mantine/core';
import type { Order } from '@quickfleet/shared/orders';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { telUrl } from '../../lib/contact-words.ts';
import styles from './driver.module.css';

export function OrderCustomer({
  order: { customerName, customerEmail, customerPhone, customerCompany },
}: {
  order: Order;
}) {
  return (
    <section className={styles.card} aria-labelledby="customer-title">
      <Title order={2} size="h4" c="dimmed" id="customer-title">
        Customer
      </Title>
      <Text fw={600} size="lg" mt={2}>
        {customerName}
      </Text>
      {customerCompany && <Text>{customerCompany}</Text>}
      <Stack mt="sm" gap="xs">
        {customerPhone && (
          <Button
            component="a"
            href={telUrl(customerPhone)}
            className={styles.contact ?? ''}
            variant="default"
            leftSection={<IconPhone size={20} aria-hidden />}
            aria-label={`Call ${customerPhone}`}
          >
            {customerPhone}
          </Button>
        )}
        {customerEmail && (
          <Button
            component="a"
            href={`mailto:${customerEmail}`}
            className={styles.contact ?? ''}
            variant="default"
            leftSection={<IconMail size={20} aria-hidden />}
            aria-label={`Write to ${customerEmail}`}
          >
            {customerEmail}
          </Button>
        )}
      </Stack>
    </section>
  );
}
