import { CompanySettings, companyGroups } from '../../features/company/settings/company-settings.tsx';
import { SettingsPanel, SettingsScreen } from '../../features/company/system/settings-screen.tsx';
import { FailureReasons } from '../../features/delivery/attempts/failure-reasons.tsx';
import { ExportsSection } from '../../features/operations/exports/exports-section.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

const REASONS = { id: 'reasons', title: 'Why a stop fails', words: 'failed attempt driver nobody home refused closed' };

const EXPORT = { id: 'export', title: 'Export everything', words: 'download zip archive move backup all data' };

export function AdminSettingsPage() {
  useDocumentTitle('Settings');
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
