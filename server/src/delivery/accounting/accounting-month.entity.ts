import { defineEntity, p } from '@mikro-orm/core';
import type { Accounts } from '@quickfleet/shared/company/billing/accounting';

/** A month that is closed; without a row it is open. */
export const AccountingMonth = defineEntity({
  name: 'AccountingMonth',
  tableName: 'accounting_months',
  properties: {
    month: p.text().primary(),
    closedAt: p.datetime(3),
    closedBy: p.text(),
    /** To which accounts it is booked, as the settings said then. */
    accounts: p.json<Accounts>(),
  },
});
