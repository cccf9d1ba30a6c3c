import { t } from '@quickfleet/shared/words/t';
import { CompanySettings, companyGroups } from '../../../features/company/settings/company-settings.tsx';
import { SettingsPanel, SettingsScreen } from '../../../features/company/system/settings-screen.tsx';
import { FailureReasons } from '../../../features/delivery/attempts/failure-reasons.tsx';
import { ExportsSection } from '../../../features/operations/exports/exports-section.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

const REASONS = {
  id: 'reasons',
  title: t('Why a stop fails'),
  words: t('failed attempt driver nobody home refused closed'),
};

const EXPORT = { id: 'export', title: t('Export everything'), words: t('download zip archive move backup all data') };

export function AdminSettingsPage() {
  useDocumentTitle(t('Settings'));
  return (
    <SettingsScreen sections={[...companyGroups, REASONS, EXPORT]}>
      {(shown) => (
        <>
          <CompanySettings
            place={(id, section) => (
              <SettingsPanel id={id} shown={shown} isKept>
                {section}
              </SettingsPanel>
            )}
          />
          <SettingsPanel id={REASONS.id} shown={shown}>
            <FailureReasons />
          </SettingsPanel>
          <SettingsPanel id={EXPORT.id} shown={shown}>
            <ExportsSection />
          </SettingsPanel>
        </>
      )}
    </SettingsScreen>
  );
}
