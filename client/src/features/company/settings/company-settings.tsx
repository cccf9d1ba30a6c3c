import type { CompanySettingsView as Settings } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
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
    title: t('Quoting'),
    words: t('currency tax rate valid days prices payment link terms saved lines discount reminders expire silence'),
    Section: QuotingSection,
  },
  {
    id: 'pricing',
    title: t('Price rules'),
    words: t(
      'estimate first number price per kilometre item zones areas postcodes weight classes surcharges fuel binding',
    ),
    Section: PricingSection,
  },
  {
    id: 'profile',
    title: t('Company'),
    words: t('name brand phone e-mail address area served website registered'),
    Section: ProfileSection,
  },
  {
    id: 'locale',
    title: t('Place and time'),
    words: t('time zone clock 12 24 hours country language locale'),
    Section: LocaleSection,
  },
  {
    id: 'hours',
    title: t('Business hours'),
    words: t('opening times holidays closed weekend same day today until night'),
    Section: HoursSection,
  },
  {
    id: 'papers',
    title: t('Company papers'),
    words: t('registered name tax number address phone payment terms receipt invoice statement letterhead'),
    Section: PapersSection,
  },
  {
    id: 'promises',
    title: t('Promises'),
    words: t('price answer within hours response times due business'),
    Section: PromisesSection,
  },
  {
    id: 'proof',
    title: t('Proof'),
    words: t('signature photos pin name pickup delivery rules'),
    Section: ProofSection,
  },
  {
    id: 'look',
    title: t('Logo and colour'),
    words: t('logo favicon picture accent brand look theme contrast buttons links'),
    Section: LookSection,
  },
  {
    id: 'site',
    title: t('Website texts'),
    words: t('home page headline introduction privacy policy terms of service sections contact'),
    Section: SiteSection,
  },
  {
    id: 'mail-server',
    title: t('Mail server'),
    words: t('smtp e-mail sender from reply office outgoing password'),
    Section: MailServerSection,
  },
  { id: 'mail', title: t('Mails to customers'), words: t('e-mail attach proof of delivery pdf'), Section: MailSection },
  {
    id: 'notices',
    title: t('Notices'),
    words: t('e-mail notify recipient mails to recipients delivery contact minutes plan settle wait held'),
    Section: NoticesSection,
  },
  {
    id: 'positions',
    title: t('Positions of drivers'),
    words: t('gps location share where map live customers see how far stops away privacy'),
    Section: PositionsSection,
  },
  {
    id: 'recipients',
    title: t('Requests about a delivery'),
    words: t('recipient customer say another time window neighbour safe place gate code note contact cancel confirm'),
    Section: RecipientsSection,
  },
  {
    id: 'tracking',
    title: t('Tracking'),
    words: t('number names addresses photos postcode code verified privacy locked details level'),
    Section: TrackingSection,
  },
  {
    id: 'embeds',
    title: t('Other websites'),
    words: t('embed website shop iframe tracking field quote form script origin'),
    Section: EmbedsSection,
  },
  {
    id: 'retention',
    title: t('Evidence'),
    words: t('photos signatures positions days kept retention privacy delete'),
    Section: RetentionSection,
  },
  {
    id: 'registration',
    title: t('Registration and sign-in'),
    words: t('second factor two-factor 2fa authenticator security sign up account visitors strangers open closed'),
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
    return <QueryState query={company} title={t("The company's settings could not be loaded")} rows={4} height={120} />;
  return companyGroups.map(({ id, Section }) => (
    <Fragment key={id}>{place(id, <Section company={company.data} />)}</Fragment>
  ));
}
