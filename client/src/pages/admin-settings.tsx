import { FailureReasons } from '../features/attempts/failure-reasons.tsx';
import { CompanySettings } from '../features/company/company-settings.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function AdminSettingsPage() {
  useDocumentTitle('Settings');
  return (
    <SettingsScreen>
      <CompanySettings />
      <FailureReasons />
    </SettingsScreen>
  );
}
