import { type BankAccount, writeIban } from '@quickfleet/shared/company/bank-account';
import type { CompanySettings } from '@quickfleet/shared/company/company';
import type { AppContext } from '../../http/context.ts';
import { companyNameOf } from './company.service.ts';

/** Where transfers go, as pages and papers show it; null until an IBAN is set. */
export function bankAccountOf(ctx: Pick<AppContext, 'services'>, settings: CompanySettings): BankAccount | null {
  const { iban, bic, bankName } = settings.billing;
  return iban === null ? null : { holder: companyNameOf(ctx, settings), iban: writeIban(iban), bic, bankName };
}
