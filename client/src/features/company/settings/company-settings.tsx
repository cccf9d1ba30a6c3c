import type { CompanySettingsView as Settings } from '@quickfleet/shared/company/company';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { EmbedsSection } from './embeds-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { LocaleSection, MailServerSection, ProfileSection, RegistrationSection } from './own-sections.tsx';
import { PricingSection } from './pricing/pricing-section.tsx';
import { QuotingSection } from './quoting-section.tsx';
import {
  MailSection,
  NoticesSection,
  PapersSection,
  PositionsSection,
  PromisesSection,
  ProofSection,
  RecipientsSection,
  RetentionSection,
} from './sections.tsx';
import { LookSection, SiteSection } from './site-sections.tsx';
import { TrackingSection } from './tracking-section.tsx';

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
    id: 'pricing',
    title: 'Price rules',
    words:
      'estimate first number price per kilometre item zones areas postcodes weight classes surcharges fuel binding',
    Section: PricingSection,
  },
  {
    id: 'profile',
    title: 'Company',
    words: 'name brand phone e-mail address area served website registered',
    Section: ProfileSection,
  },
  {
    id: 'locale',
    title: 'Place and time',
    words: 'time zone clock 12 24 hours country language locale',
    Section: LocaleSection,
  },
  {
    id: 'hours',
    title: 'Business hours',
    words: 'opening times holidays closed weekend same day today until night',
    Section: HoursSection,
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
  {
    id: 'look',
    title: 'Logo and colour',
    words: 'logo favicon picture accent brand look theme contrast buttons links',
    Section: LookSection,
  },
  {
    id: 'site',
    title: 'Website texts',
    words: 'home page headline introduction privacy policy terms of service sections contact',
    Section: SiteSection,
  },
  {
    id: 'mail-server',
    title: 'Mail server',
    words: 'smtp e-mail sender from reply office outgoing password',
    Section: MailServerSection,
  },
  { id: 'mail', title: 'Mails to customers', words: 'e-mail attach proof of delivery pdf', Section: MailSection },
  {
    id: 'notices',
    title: 'Notices',
    words: 'e-mail notify recipient mails to recipients delivery contact minutes plan settle wait held',
    Section: NoticesSection,
  },
  {
    id: 'positions',
    title: 'Positions of drivers',
    words: 'gps location share where map live customers see how far stops away privacy',
    Section: PositionsSection,
  },
  {
    id: 'recipients',
    title: 'Requests about a delivery',
    words: 'recipient customer say another time window neighbour safe place gate code note contact cancel confirm',
    Section: RecipientsSection,
  },
  {
    id: 'tracking',
    title: 'Tracking',
    words: 'number names addresses photos postcode code verified privacy locked details level',
    Section: TrackingSection,
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
  {
    id: 'registration',
    title: 'Registration and sign-in',
    words: 'second factor two-factor 2fa authenticator security sign up account visitors strangers open closed',
    Section: RegistrationSection,
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
