import type { CompanySettingsView as Settings } from '@quickfleet/shared/company/company';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { EmbedsSection } from './embeds-section.tsx';
import { QuotingSection } from './quoting-section.tsx';
import {
  MailSection,
  NoticesSection,
  PapersSection,
  PromisesSection,
  ProofSection,
  RetentionSection,
} from './sections.tsx';

interface Group {
  id: string;
  title: string;
  words: string;
  Section: ComponentType<{ company: Settings }>;
}
/** A group of settings is one section, and one line here; `words` is what the search finds it by. */
export const companyGroups: readonly Group[] = [
  {
    id: 'quoting',
    title: 'Quoting',
    words: 'currency tax rate valid days prices payment link terms saved lines discount reminders expire silence',
    Section: QuotingSection,
  },
  {
    id: 'papers',
    title: 'Company papers',
    words: 'registered name tax number address phone payment terms receipt invoice statement letterhead',
    Section: PapersSection,
  },
  {
    id: 'promises',
    title: 'Promises',
    words: 'price answer within hours response times due business',
    Section: PromisesSection,
  },
  { id: 'proof', title: 'Proof', words: 'signature photos pin name pickup delivery rules', Section: ProofSection },
  { id: 'mail', title: 'Mails to customers', words: 'e-mail attach proof of delivery pdf', Section: MailSection },
  {
    id: 'notices',
    title: 'Mails to recipients',
    words: 'e-mail notify recipient delivery contact',
    Section: NoticesSection,
  },
  {
    id: 'embeds',
    title: 'Other websites',
    words: 'embed website shop iframe tracking field quote form script origin',
    Section: EmbedsSection,
  },
  {
    id: 'retention',
    title: 'Evidence',
    words: 'photos signatures positions days kept retention privacy delete',
    Section: RetentionSection,
  },
];

/**
 * What the company has decided for everybody: admins change it here, nothing has to be restarted. `place` puts each group
 * where it belongs.
 */
export function CompanySettings({ place }: { place: (id: string, section: ReactNode) => ReactNode }) {
  const company = trpc.company.get.useQuery();
  if (!company.isSuccess)
    return <QueryState query={company} title="The company's settings could not be loaded" rows={4} height={120} />;
  return companyGroups.map(({ id, Section }) => (
    <Fragment key={id}>{place(id, <Section company={company.data} />)}</Fragment>
  ));
}
