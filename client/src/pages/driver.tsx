import { DriverPortal } from '../features/drivers/driver-portal.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

export function DriverPage() {
  useDocumentTitle('Driver Portal');
  return <DriverPortal />;
}
