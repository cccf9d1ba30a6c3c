import { trpc } from '../../../../lib/api/trpc.ts';
import { useOrderLevels } from '../../../../lib/use-proof-levels.ts';
import type { ProofLevel } from '../../../../lib/words/proof-words.ts';

/** The proof rules of this customer's orders that have no rules themselves. */
export function useInheritedRules(customerId: number | null): ProofLevel[] {
  const customer = trpc.customers.get.useQuery({ id: customerId ?? 0 }, { enabled: customerId !== null });
  return useOrderLevels(customer.data?.proofRules);
}
