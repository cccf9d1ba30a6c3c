import { DriverPortal } from '../features/delivery/driver/portal/driver-portal.tsx';
import { useDocumentTitle } from '../lib/addresses/use-document-title.ts';

export function DriverPage() {
  useDocumentTitle('Driver Portal');
  return <DriverPortal />;
}
