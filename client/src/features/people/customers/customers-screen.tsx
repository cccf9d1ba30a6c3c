import { Button, Group, NativeSelect, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT, SEARCH_MAX } from '@quickfleet/shared/limits';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { z } from 'zod';
import { useConfirm } from '../../../components/feedback/dialog/confirm.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { NoMatches } from '../../../components/feedback/no-matches.tsx';
import { ExcelButton } from '../../../components/lists/excel-button.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { SearchField } from '../../../components/lists/search-field.tsx';
import { excelHref } from '../../../lib/addresses/paper-links.ts';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { CustomerCreateDialog, CustomerEditDialog } from './customer-dialogs.tsx';
import { CustomerTable } from './customer-table.tsx';
import styles from './customers.module.css';
import { useDeleteCustomer } from './customers-mutations.ts';
import { PersonalDataDialog } from './personal-data-dialog.tsx';

const customerSorts = ['newest', 'oldest', 'name'] as const;
const sortWords: Record<(typeof customerSorts)[number], string> = {
  newest: t('Newest first'),
  oldest: t('Oldest first'),
  name: t('By name'),
};

/** What of the customers page lives in the URL. */
const customersView = z.object({
  q: z.string().max(SEARCH_MAX).default(''),
  sort: z.enum(customerSorts).default('newest'),
  page: urlNumber.default(1),
  edit: urlNumber.optional(),
  create: z.literal('1').optional(),
  data: urlNumber.optional(),
});

function Nothing({ q, onClear, onCreate }: { q: string; onClear: () => void; onCreate: () => void }) {
  if (!q)
    return (
      <EmptyState
        title={t('No customers yet')}
        text={t('Everyone who requests a quote becomes a customer. You can also add customers yourself.')}
        action={<Button onClick={onCreate}>{t('Create Customer')}</Button>}
      />
    );
  return (
    <NoMatches
      title={t('No results for “{q}”', { q })}
      text={t('Customers are found by name, e-mail, phone, company and number.')}
      onClear={onClear}
    />
  );
}

/** Who orders deliveries: found, corrected, added; only an admin deletes one whom nothing refers to. */
export function CustomersScreen() {
  const { view, search, filter, goToPage, open, close } = useView(customersView);
  const { q, sort, page } = view;
  const query = trpc.customers.list.useQuery(
    { sort, page, limit: PAGE_SIZE_DEFAULT, ...(q ? { q } : {}) },
    { placeholderData: keepPreviousData, refetchOnMount: 'always', trpc: { abortOnUnmount: true } },
  );
  const list = query.data;
  const { confirm, confirmDialog } = useConfirm();
  const deletion = useDeleteCustomer();

  const remove = async ({ id, name, email }: Customer) => {
    const isSure = await confirm({
      title: t('Delete {name}?', { name }),
      text: t('{name} ({email}) is removed for good.', { name, email }),
      action: t('Delete customer'),
    });
    if (isSure) deletion.mutate({ id });
  };

  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>{t('Customers')}</Title>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
          {t('Create Customer')}
        </Button>
      </Group>
      <div className={styles.bar}>
        <SearchField
          value={q}
          onSearch={search}
          label={t('Search customers')}
          placeholder={t('Search by name, e-mail, phone or company...')}
          isSearching={query.isFetching && query.isPlaceholderData}
        />
        <NativeSelect
          aria-label={t('Sort customers')}
          value={sort}
          onChange={(event) => filter({ sort: customerSorts.find((known) => known === event.currentTarget.value) })}
          data={customerSorts.map((known) => ({ value: known, label: sortWords[known] }))}
        />
        {list && list.total > 0 && <ExcelButton href={excelHref('customers', { q, sort })} />}
      </div>
      <PagedList
        query={query}
        failed={t('The customers could not be loaded')}
        skeleton={{ height: 64 }}
        empty={<Nothing q={q} onClear={() => search('')} onCreate={() => open('create')} />}
        search={q}
        what={t('customers')}
        onPage={goToPage}
      >
        {(customers) => (
          <div className={styles.frame}>
            <CustomerTable
              customers={customers}
              isBusy={query.isPlaceholderData}
              onEdit={(id) => open('edit', id)}
              onDelete={(customer) => void remove(customer)}
              onShowData={(id) => open('data', id)}
            />
          </div>
        )}
      </PagedList>
      {confirmDialog}
      <CustomerEditDialog id={view.edit} onClose={() => close('edit')} />
      <PersonalDataDialog id={view.data} onClose={() => close('data')} />
      <CustomerCreateDialog opened={view.create !== undefined} onClose={() => close('create')} />
    </>
  );
}
