// Who may read which report, by what, and whose rows of it.
import type { ReportBy, ReportName } from '@quickfleet/shared/operations/reports/report-names';
import { customerReports, driverReports } from '@quickfleet/shared/operations/reports/reports';
import type { Role } from '@quickfleet/shared/roles';
import { t } from '@quickfleet/shared/words/t';
import { requireUser } from '../../http/caller/authorize.ts';
import { merchantOf } from '../../http/caller/merchant.ts';
import type { AppContext } from '../../http/context.ts';
import { forbidden } from '../../http/errors.ts';
import type { Whose } from './report-scope.ts';

/** What somebody may read of a report. */
export interface Reader {
  isCustomer: boolean;
  hidesMoney: boolean;
  mayBy: (by: ReportBy) => boolean;
  whose: Whose;
}

const includes = (all: readonly string[], one: string): boolean => all.includes(one);
/** Who drove, and whom else the company serves, is none of a customer's business. */
export const mayCustomer = (by: ReportBy): boolean => !['driver', 'customer', 'party', 'address'].includes(by);

/** @throws 403 for a report that is none of a customer's, and for the rows of others */
export function customerReader(customerId: number, name: ReportName, given: Whose): Reader {
  if (!includes(customerReports, name)) throw forbidden(t('A key of one customer cannot read this report'));
  if (given.customerId !== undefined && given.customerId !== customerId)
    throw forbidden(t('A key of one customer reads that customer’s reports alone'));
  if (given.driverId !== undefined) throw forbidden(t('A key of one customer cannot read this report'));
  return { isCustomer: true, hidesMoney: true, mayBy: mayCustomer, whose: { ...given, customerId } };
}

function driverReader(id: number, name: ReportName, given: Whose): Reader {
  if (!includes(driverReports, name) || (given.driverId !== undefined && given.driverId !== id))
    throw forbidden(t('Drivers read their own stops and punctuality'));
  return {
    isCustomer: false,
    // The only amount in it is what they earn.
    hidesMoney: false,
    mayBy: (by) => by !== 'customer',
    whose: { ...given, driverId: id },
  };
}

/** Somebody of the office. @throws 403 for revenue without `readsMoney` */
export function officeReader(readsMoney: boolean, name: ReportName, given: Whose): Reader {
  if (!readsMoney && name === 'revenue') throw forbidden(t('Only admins can read revenue'));
  return { isCustomer: false, hidesMoney: !readsMoney, mayBy: () => true, whose: given };
}

/** Somebody who signs in. @throws 403 for what their role may not read */
export function userReader({ id, role }: { id: number; role: Role }, name: ReportName, given: Whose): Reader {
  switch (role) {
    case 'admin':
    case 'dispatcher':
      return officeReader(role === 'admin', name, given);
    case 'driver':
      return driverReader(id, name, given);
    case 'customer':
      throw forbidden();
  }
}

/** Whether this caller reads amounts: admins, and keys. */
export const readsMoney = ({ caller }: Pick<AppContext, 'caller'>): boolean => caller.user?.role !== 'dispatcher';

/** @throws 403 for a report that is not this caller's to read, and for the rows of others */
export function readerOf(ctx: AppContext, name: ReportName, given: Whose): Reader {
  const merchant = merchantOf(ctx);
  if (merchant !== undefined) return customerReader(merchant, name, given);
  if (ctx.grant === 'own') return driverReader(requireUser(ctx).id, name, given);
  return officeReader(readsMoney(ctx), name, given);
}
