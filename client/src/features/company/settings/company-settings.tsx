import type { CompanySettingsView as Settings } from '@quickfleet/shared/company/company';
import { t } from '@quickfleet/shared/words/t';
import { type ComponentType, Fragment, type ReactNode } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import { AccountingSection } from './billing/accounting-section.tsx';
import { BillingSection } from './billing/billing-section.tsx';
import { InvoicesSection } from './billing/invoices-section.tsx';
import { EmbedsSection } from './embeds-section.tsx';
import { HoursSection } from './hours-section.tsx';
import { MailServerSection } from './mail-server/mail-server-section.tsx';
import { LocaleSection, ProfileSection, RegistrationSection } from './own-sections.tsx';
import { PlanningSection } from './planning/planning-section.tsx';
import { PriceListsSection } from './pricing/price-lists-section.tsx';
import { PricingSection } from './pricing/pricing-section.tsx';
import { QuotingSection } from './quoting-section.tsx';
import {
  CancellationSection,
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

/** The forms of the settings (lib/addresses/settings-sections.ts); each is one group. */
const forms: Readonly<Record<string, ComponentType<{ company: Settings }>>> = {
  quoting: QuotingSection,
  pricing: PricingSection,
  'price-lists': PriceListsSection,
  profile: ProfileSection,
  locale: LocaleSection,
  hours: HoursSection,
  papers: PapersSection,
  billing: BillingSection,
  invoices: InvoicesSection,
  accounting: AccountingSection,
  promises: PromisesSection,
  proof: ProofSection,
  look: LookSection,
  site: SiteSection,
  'mail-server': MailServerSection,
  mail: MailSection,
  notices: NoticesSection,
  planning: PlanningSection,
  positions: PositionsSection,
  recipients: RecipientsSection,
  cancellation: CancellationSection,
  tracking: TrackingSection,
  embeds: EmbedsSection,
  retention: RetentionSection,
  registration: RegistrationSection,
};

/**
 * What the company has decided for everybody: admins change it here, nothing has to be restarted. `place` puts each group
 * where it belongs.
 */
export function CompanySettings({ place }: { place: (id: string, section: ReactNode) => ReactNode }) {
  const company = trpc.company.get.useQuery();
  if (!company.isSuccess)
    return <QueryState query={company} title={t("The company's settings could not be loaded")} rows={4} height={120} />;
  return Object.entries(forms).map(([id, Section]) => (
    <Fragment key={id}>{place(id, <Section company={company.data} />)}</Fragment>
  ));
}
