import { t } from '@quickfleet/shared/words/t';
import { CompanySettings } from '../../../features/company/settings/company-settings.tsx';
import { SettingsPanel, SettingsScreen } from '../../../features/company/system/settings-screen.tsx';
import { FailureReasons } from '../../../features/delivery/attempts/failure-reasons.tsx';
import { ExportsSection } from '../../../features/operations/exports/exports-section.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminSettingsPage() {
  useDocumentTitle(t('Settings'));
  return (
    <SettingsScreen>
      {(shown) => (
        <>
          <CompanySettings
            place={(id, section) => (
              <SettingsPanel id={id} shown={shown} isKept>
                {section}
              </SettingsPanel>
            )}
          />
          <SettingsPanel id="reasons" shown={shown}>
            <FailureReasons />
          </SettingsPanel>
          <SettingsPanel id="export" shown={shown}>
            <ExportsSection />
          </SettingsPanel>
        </>
      )}
    </SettingsScreen>
  );
}
