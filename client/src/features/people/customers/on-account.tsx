import { Stack, Switch, Text } from '@mantine/core';
import type { Customer } from '@quickfleet/shared/people/customers';
import { t } from '@quickfleet/shared/words/t';
import { StatementLinks } from '../../../components/delivery/statement-links.tsx';
import { statementHref } from '../../../lib/addresses/paper-links.ts';
import { usePutOnAccount } from './customers-mutations.ts';

/** Whether the customer pays later, and then what they owe month by month. */
export function OnAccount({ customer }: { customer: Customer }) {
  const { id, onAccount, hasAccountOrders } = customer;
  const put = usePutOnAccount();
  return (
    <Stack gap="sm">
      <Switch
        label={t('Pays on account')}
        description={t('Quotes need no payment link, and are booked once they are accepted')}
        checked={onAccount}
        onChange={(event) => put(id, event.currentTarget.checked)}
      />
      {(onAccount || hasAccountOrders) && <StatementLinks hrefOf={(month, as) => statementHref(id, month, as)} />}
      {!onAccount && (
        <Text size="xs" c="dimmed">
          {t('Each quote is paid before it is booked.')}
        </Text>
      )}
    </Stack>
  );
}
