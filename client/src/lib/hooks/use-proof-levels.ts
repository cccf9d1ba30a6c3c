import type { GivenRules } from '@quickfleet/shared/company/proof/proof-demands';
import { trpc } from '../api/trpc.ts';
import type { ProofLevel } from '../words/proof-words.ts';

/** What the company asks of every stop; nothing until it is read. */
export function useCompanyLevel(): ProofLevel {
  return { who: 'company', rules: trpc.company.get.useQuery().data?.proof };
}

/** What holds for an order before its own word: the company's rules and over them its customer's. */
export function useOrderLevels(customerRules: GivenRules | null | undefined): ProofLevel[] {
  return [useCompanyLevel(), { who: 'customer', rules: customerRules }];
}
