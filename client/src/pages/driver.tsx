import { t } from '@quickfleet/shared/words/t';
import { DriverPortal } from '../features/delivery/driver/portal/driver-portal.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';

export function DriverPage() {
  useDocumentTitle(t('Driver Portal'));
  return <DriverPortal />;
}
