import { Button, Stack, Text, Title } from '@mantine/core';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import type { Order } from '@quickfleet/shared/delivery/orders';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { useCallLinks } from '../../../../components/text/phone-link.tsx';
import styles from '../portal/driver.module.css';

function CustomerPhone({ phone }: { phone: string }) {
  const links = useCallLinks(phone);
  if (!links) return <Text>{phone}</Text>;
  return (
    <Button
      component="a"
      href={links.tel}
      className={styles.contact ?? ''}
      variant="default"
      leftSection={<IconPhone size={20} aria-hidden />}
      aria-label={`Call ${phone}`}
    >
      {phone}
    </Button>
  );
}

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
        {customerPhone && <CustomerPhone phone={customerPhone} />}
        {customerEmail && (
          <Button
            component="a"
            href={mailtoOf(customerEmail)}
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
