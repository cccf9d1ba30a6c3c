import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { ownNumbersOf } from '../../../lib/words/own-numbers.ts';
import { rich } from '../../../lib/words/rich.tsx';
import { useConfirmEmail } from './customers-mutations.ts';

/** How a customer is reached. */
export function CustomerContact({ customer }: { customer: Customer }) {
  const confirm = useConfirmEmail();
  return (
    <SectionCard title={t('Contact')}>
      <Stack gap={4}>
        <Group gap={4} wrap="nowrap">
          <Anchor href={mailtoOf(customer.email)} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {customer.email}
          </Anchor>
          <CopyButton value={customer.email} what={t('e-mail address')} />
        </Group>
        {!customer.isEmailConfirmed && (
          <Alert color="amber" title={t('This address is not confirmed')}>
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                {t('An API key has changed it. It shows no deliveries until you or the previous address confirm it.')}
              </Text>
              <Button
                size="xs"
                variant="default"
                loading={confirm.isPending}
                onClick={() => confirm.mutate({ id: customer.id })}
              >
                {t('Confirm this address')}
              </Button>
            </Stack>
          </Alert>
        )}
        {customer.phone && (
          <Group gap={4} wrap="nowrap">
            <PhoneLink phone={customer.phone} size="sm" />
            <CopyButton value={customer.phone} what={t('phone number')} />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {rich('Customer since {when}', { when: <RelativeTime value={customer.createdAt} /> })}
        </Text>
        {ownNumbersOf(customer).map(({ name, value }) => (
          <Group key={name} gap={4} wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Text span c="dimmed" inherit>
                {name}
              </Text>{' '}
              {value}
            </Text>
            <CopyButton value={value} what={name} />
          </Group>
        ))}
      </Stack>
    </SectionCard>
  );
}
