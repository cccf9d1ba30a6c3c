import { Button, Card, Group, Text, Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconMail, IconPhone } from '@tabler/icons-react';
import { SupportPhone } from '../../../../components/support-phone.tsx';
import { brand, supportMailto } from '../../../../lib/words/brand.ts';

export function NeedHelp({ trackingNumber }: { trackingNumber: string }) {
  return (
    <Card padding="lg" component="section" aria-labelledby="need-help" className="no-print">
      <Title order={2} size="h3" id="need-help">
        {t('Need Help?')}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('Our support team knows your order. Please have the tracking number at hand.')}
      </Text>
      <Group gap="sm">
        {brand.supportTel ? (
          <Button
            component="a"
            href={brand.supportTel}
            variant="default"
            leftSection={<IconPhone size={18} aria-hidden />}
          >
            {t('Call Support')}
          </Button>
        ) : (
          <SupportPhone />
        )}
        <Button
          component="a"
          href={supportMailto(trackingNumber ? t('Order {trackingNumber}', { trackingNumber }) : undefined)}
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
        >
          {t('Email Support')}
        </Button>
      </Group>
    </Card>
  );
}
