import { CURRENCY_DEFAULT } from '@quickfleet/shared/base/money/money';
import { trpc } from './trpc.ts';

/** What new prices are in: the company's currency. */
export const useCompanyCurrency = (): string => trpc.company.get.useQuery().data?.quoting.currency ?? CURRENCY_DEFAULT;
