import { Card, Text, Title } from '@mantine/core';
import type { CompanySettingsView } from '@quickfleet/shared/company/company';
import type { SetupStep } from '@quickfleet/shared/company/own-settings';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { Redirect } from 'wouter';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { BillingSection } from '../../../features/company/settings/billing/billing-section.tsx';
import { PlaceStep } from '../../../features/company/settings/first-run/place-step.tsx';
import { HoursSection } from '../../../features/company/settings/hours-section.tsx';
import { MailServerSection } from '../../../features/company/settings/mail-server/mail-server-section.tsx';
import { ProfileSection } from '../../../features/company/settings/own-sections.tsx';
import { FormStepContext } from '../../../features/company/settings/settings-form.tsx';
import { LookSection } from '../../../features/company/settings/site-sections.tsx';
import { SamplesStep } from '../../../features/operations/setup/samples-step.tsx';
import { type Way, WelcomeScreen } from '../../../features/operations/setup/welcome-screen.tsx';
import { NewPersonForm } from '../../../features/people/team/user-dialog.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';

function DriverStep({ onDone }: { onDone: () => void }) {
  return (
    <Card component="section" aria-labelledby="driver">
      <Title order={2} id="driver">
        {t('First driver')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(
          'Drivers sign in on their phone and see their day. More people, and invitations by e-mail, are on the screen Team.',
        )}
      </Text>
      <NewPersonForm firstRole="driver" send={t('Add and continue')} onDone={onDone} />
    </Card>
  );
}

interface StepProps {
  step: SetupStep;
  way: Way;
  company: CompanySettingsView;
  setup: Setup;
}
/** The settings' own forms, and those of the team and the samples. */
function Step({ step, way, company, setup }: StepProps) {
  switch (step) {
    case 'profile':
      return <ProfileSection company={company} isFirst />;
    case 'look':
      return <LookSection company={company} />;
    case 'place':
      return <PlaceStep company={company} isFirst={!setup.steps.some((one) => one.step === 'place' && one.isDone)} />;
    case 'hours':
      return <HoursSection company={company} />;
    case 'billing':
      return <BillingSection company={company} withRate />;
    case 'mail':
      return <MailServerSection company={company} />;
    case 'driver':
      return <DriverStep onDone={way.next} />;
    case 'samples':
      return <SamplesStep samples={setup.samples} onDone={way.next} />;
  }
}

export function AdminWelcomePage() {
  useDocumentTitle(t('Set up your company'));
  const { user } = useAuth();
  const isAllowed = can(user?.role, 'setup.get');
  const company = trpc.company.get.useQuery(undefined, { enabled: isAllowed });
  const setup = trpc.setup.get.useQuery(undefined, { enabled: isAllowed });
  if (user && !isAllowed) return <Redirect to={paths.admin} replace />;
  if (!company.data || !setup.data)
    return (
      <QueryState
        query={company.isError ? company : setup}
        title={t('The settings could not be loaded')}
        rows={4}
        height={120}
      />
    );
  const [settings, state] = [company.data, setup.data];
  return (
    <WelcomeScreen>
      {(step, way) => (
        <FormStepContext
          value={
            step === 'mail'
              ? // Its test runs before it is saved.
                { saveText: t('Save and continue'), keepText: t('Continue'), onKept: way.next, onSaved: way.next }
              : {
                  saveText: t('Save and continue'),
                  keepText: t('Keep and continue'),
                  onKept: way.keep,
                  onSaved: way.next,
                }
          }
        >
          <Step key={step} step={step} way={way} company={settings} setup={state} />
        </FormStepContext>
      )}
    </WelcomeScreen>
  );
}
