import { ActionIcon, Anchor, Group, Table, Text } from '@mantine/core';
import { formatAmount } from '@quickfleet/shared/base/money/money';
import { mailtoOf } from '@quickfleet/shared/company/brand';
import { paths } from '@quickfleet/shared/paths';
import type { Customer } from '@quickfleet/shared/people/customers';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconPencil, IconShieldLock, IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Marked } from '../../../components/lists/marked.tsx';
import { CopyButton } from '../../../components/text/code/copy-button.tsx';
import { Hint } from '../../../components/text/hint.tsx';
import { PhoneLink } from '../../../components/text/phone-link.tsx';
import { RelativeTime } from '../../../components/text/relative-time.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import styles from './customers.module.css';

interface CustomerTableProps {
  customers: readonly Customer[];
  isBusy: boolean;
  onEdit: (id: number) => void;
  onDelete: (customer: Customer) => void;
  onShowData: (id: number) => void;
}

function Contact({ customer: { email, phone } }: { customer: Customer }) {
  return (
    <>
      <span className={styles.copyable}>
        <Anchor href={mailtoOf(email)} size="sm">
          <Marked>{email}</Marked>
        </Anchor>
        <CopyButton value={email} what={t('e-mail address {email}', { email })} />
      </span>
      {phone && (
        <PhoneLink phone={phone} size="sm" display="block">
          <Marked>{phone}</Marked>
        </PhoneLink>
      )}
    </>
  );
}

/** Where their quotes and orders are. */
function Counted({ count, text, href }: { count: number; text: string; href: string }) {
  if (count === 0) {
    return (
      <Text span size="sm" c="dimmed">
        {text}
      </Text>
    );
  }
  return (
    <Anchor component={Link} href={href} size="sm" className="tabular">
      {text}
    </Anchor>
  );
}

function Actions({
  customer,
  onEdit,
  onDelete,
  onShowData,
}: Pick<CustomerTableProps, 'onEdit' | 'onDelete' | 'onShowData'> & { customer: Customer }) {
  const { user } = useAuth();
  const isUsed = customer.quoteCount > 0 || customer.orderCount > 0;
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Hint label={t('Edit')}>
        <ActionIcon
          size="lg"
          aria-label={t('Edit {name}', { name: customer.name })}
          onClick={() => onEdit(customer.id)}
          data-row-open
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Hint>
      {can(user?.role, 'customers.personalData') && (
        <Hint label={t('Personal data')}>
          <ActionIcon
            size="lg"
            aria-label={t('Personal data of {name}', { name: customer.name })}
            onClick={() => onShowData(customer.id)}
          >
            <IconShieldLock size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
      {can(user?.role, 'customers.delete') && (
        <Hint label={isUsed ? t('A customer with quotes or orders cannot be deleted') : t('Delete')}>
          <ActionIcon
            size="lg"
            color="red"
            aria-label={t('Delete {name}', { name: customer.name })}
            aria-disabled={isUsed || undefined}
            {...(isUsed ? { 'data-disabled': true, bg: 'transparent' } : {})}
            onClick={() => !isUsed && onDelete(customer)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Hint>
      )}
    </Group>
  );
}

/** A table that becomes a list of cards on a narrow screen. */
export function CustomerTable({ customers, isBusy, onEdit, onDelete, onShowData }: CustomerTableProps) {
  return (
    <Table
      className={styles.table}
      aria-label={t('Customers')}
      aria-busy={isBusy}
      verticalSpacing="sm"
      horizontalSpacing="md"
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Customer')}</Table.Th>
          <Table.Th>{t('Contact')}</Table.Th>
          <Table.Th>{t('Quotes')}</Table.Th>
          <Table.Th>{t('Orders')}</Table.Th>
          <Table.Th ta="right">{t('Order total')}</Table.Th>
          <Table.Th>{t('Since')}</Table.Th>
          <Table.Th>
            <span className="visually-hidden">{t('Actions')}</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {customers.map((customer) => (
          <Table.Tr key={customer.id}>
            <Table.Th scope="row" className={styles.name}>
              <Anchor component={Link} href={paths.adminCustomer(customer.id)} inherit>
                <Marked>{customer.name}</Marked>
              </Anchor>
              {customer.company && (
                <Text component="span" size="sm" c="dimmed" display="block" fw={400}>
                  <Marked>{customer.company}</Marked>
                </Text>
              )}
            </Table.Th>
            <Table.Td>
              <Contact customer={customer} />
            </Table.Td>
            <Table.Td data-count>
              <Counted
                count={customer.quoteCount}
                text={t('{count, plural, one {# quote} other {# quotes}}', { count: customer.quoteCount })}
                href={`${paths.adminQuotes}?customerId=${customer.id}`}
              />
            </Table.Td>
            <Table.Td data-count>
              <Counted
                count={customer.orderCount}
                text={t('{count, plural, one {# order} other {# orders}}', { count: customer.orderCount })}
                href={`${paths.adminOrders}?customerId=${customer.id}`}
              />
            </Table.Td>
            <Table.Td className={`tabular ${styles.amount}`} data-label={t('Order total')}>
              {formatAmount(customer.orderTotal, customer.currency)}
            </Table.Td>
            <Table.Td data-label={t('Since')}>
              <Text component="span" size="sm" c="dimmed">
                <RelativeTime value={customer.createdAt} />
              </Text>
            </Table.Td>
            <Table.Td className={styles.actions}>
              <Actions customer={customer} onEdit={onEdit} onDelete={onDelete} onShowData={onShowData} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
