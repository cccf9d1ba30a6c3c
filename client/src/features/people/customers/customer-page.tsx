import { Anchor, Box, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { paths } from '@quickfleet/shared/paths';
import type { Customer } from '@quickfleet/shared/people/customers';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconArrowLeft, IconPencil, IconPlus, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CalendarLinks } from '../../../components/calendars/calendar-links.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { SectionCard } from '../../../components/lists/section-card.tsx';
import { AgingTable } from '../../../components/money/aging-table.tsx';
import { ProofRulesButton } from '../../../components/proof/proof-rules-dialog.tsx';
import { ProofSummary } from '../../../components/proof/proof-summary.tsx';
import { OfficeNotes } from '../../../components/subject/office-notes.tsx';
import { statusOf } from '../../../lib/api/error-message.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { useCompanyLevel } from '../../../lib/hooks/use-proof-levels.ts';
import { formatNumber } from '../../../lib/words/format.ts';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerBilling } from './customer-billing.tsx';
import { CustomerContact } from './customer-contact.tsx';
import { CustomerEditDialog } from './customer-dialogs.tsx';
import { CustomerLists } from './customer-lists.tsx';
import { CustomerMembers } from './customer-members.tsx';
import styles from './customer-page.module.css';
import { useUpdateCustomer } from './customers-mutations.ts';
import { OnAccount } from './on-account.tsx';
import { PersonalDataDialog } from './personal-data-dialog.tsx';
import { RecipientMails } from './recipient-mails.tsx';

/** What the stops of this customer's orders must prove: the company's rules, and over them their own. */
function CustomerProof({ customer: { id, version, proofRules } }: { customer: Customer }) {
  const update = useUpdateCustomer();
  const company = useCompanyLevel();
  return (
    <Stack gap="xs" align="flex-start">
      <ProofSummary levels={[company, { who: 'customer', rules: proofRules }]} />
      <ProofRulesButton
        of={t('this customer')}
        levels={[company]}
        rules={proofRules}
        isSaving={update.isPending}
        onSave={(rules) => update.mutateAsync({ id, version, proofRules: rules })}
      />
    </Stack>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

function Details({ customer }: { customer: Customer }) {
  const { user } = useAuth();
  const { id } = customer;
  const [dialog, setDialog] = useState<'edit' | 'data'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Group justify="space-between" gap="sm" mb="md">
        <div style={{ minWidth: 0 }}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {customer.name}
          </Title>
          {customer.company && <Text c="dimmed">{customer.company}</Text>}
        </div>
        <Group gap="xs">
          {can(user?.role, 'customers.personalData') && (
            <Button
              variant="default"
              leftSection={<IconShieldLock size={18} aria-hidden />}
              onClick={() => setDialog('data')}
            >
              {t('Personal data')}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => setDialog('edit')}
          >
            {t('Edit')}
          </Button>
          <Button
            component={Link}
            href={`${paths.adminOrderNew}?customerId=${id}`}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('New order')}
          </Button>
        </Group>
      </Group>
      <dl className={styles.figures}>
        <Figure name={t('Orders')} value={formatNumber(customer.orderCount)} />
        <Figure name={t('Order total')} value={formatAmount(customer.orderTotal, customer.currency)} />
        <Figure name={t('Quotes')} value={formatNumber(customer.quoteCount)} />
      </dl>
      <div className={styles.columns}>
        <Stack gap="md" miw={0}>
          <CustomerLists id={id} />
        </Stack>
        <Stack gap="md" miw={0}>
          <CustomerContact customer={customer} />
          <CustomerAddresses id={id} />
          <CustomerMembers customer={customer} />
          <SectionCard title={t('Calendar')}>
            <CalendarLinks owner={{ customerId: id }} />
          </SectionCard>
          <SectionCard title={t('Payment')}>
            <OnAccount customer={customer} />
          </SectionCard>
          <SectionCard title={t('Billing')}>
            <CustomerBilling customer={customer} />
            <AgingTable customerId={id} />
          </SectionCard>
          <SectionCard title={t('Mails')}>
            <RecipientMails customer={customer} />
          </SectionCard>
          <SectionCard title={t('Proof')}>
            <CustomerProof customer={customer} />
          </SectionCard>
          <SectionCard title={t('Office notes')}>
            <OfficeNotes subject="customer" id={id} />
          </SectionCard>
        </Stack>
      </div>
      <CustomerEditDialog id={dialog === 'edit' ? id : undefined} onClose={close} />
      <PersonalDataDialog id={dialog === 'data' ? id : undefined} onClose={close} />
    </>
  );
}

/** Everything about one customer: contact, addresses, what the office wrote, quotes, orders and their sums. */
export function CustomerPage({ id }: { id: number }) {
  const customer = trpc.customers.get.useQuery({ id });
  const isGone = customer.isError && statusOf(customer.error) === 404;
  return (
    <Box maw={1180}>
      <Anchor component={Link} href={paths.adminCustomers} size="sm" mb="xs" display="inline-block">
        <Group gap={4} component="span" display="inline-flex">
          <IconArrowLeft size={14} aria-hidden /> {t('All customers')}
        </Group>
      </Anchor>
      {customer.isPending && (
        <Stack role="status" aria-busy>
          <span className="visually-hidden">{t('Loading')}</span>
          <Skeleton h={40} w={280} />
          <Skeleton h={320} />
        </Stack>
      )}
      {isGone && (
        <EmptyState
          title={t('This customer no longer exists')}
          text={t('The customer was deleted, or their data was erased.')}
        />
      )}
      {customer.isError && !isGone && (
        <ErrorState
          title={t('The customer could not be loaded')}
          error={customer.error}
          onRetry={() => void customer.refetch()}
          isRetrying={customer.isFetching}
        />
      )}
      {customer.data && <Details key={id} customer={customer.data} />}
    </Box>
  );
}
