import type { CompanySettingsView as Settings } from '@quickfleet/shared/company';
import type { ComponentType } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { trpc } from '../../lib/trpc.ts';
import { MailSection } from './sections/mail.tsx';
import { PapersSection } from './sections/papers.tsx';
import { PromisesSection } from './sections/promises.tsx';
import { ProofSection } from './sections/proof.tsx';
import { QuotingSection } from './sections/quoting.tsx';
import { RetentionSection } from './sections/retention.tsx';

/** A group of settings is one file of `sections`, and one line here. */
const sections: readonly { name: string; Section: ComponentType<{ company: Settings }> }[] = [
  { name: 'quoting', Section: QuotingSection },
  { name: 'papers', Section: PapersSection },
  { name: 'promises', Section: PromisesSection },
  { name: 'proof', Section: ProofSection },
  { name: 'mail', Section: MailSection },
  { name: 'retention', Section: RetentionSection },
];

/** What the company has decided for everybody: admins change it here, nothing has to be restarted. */
export function CompanySettings() {
  const company = trpc.company.get.useQuery();
  if (company.isPending) return <SkeletonRows rows={4} height={120} />;
  if (company.isError)
    return (
      <ErrorState
        title="The company's settings could not be loaded"
        error={company.error}
        onRetry={() => void company.refetch()}
        isRetrying={company.isFetching}
      />
    );
  return sections.map(({ name, Section }) => <Section key={name} company={company.data} />);
}
