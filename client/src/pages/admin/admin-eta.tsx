import { Title } from '@mantine/core';
import { EtaReportScreen } from '../../features/delivery/eta/eta-report-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminEtaPage() {
  useDocumentTitle('Expected times');
  return (
    <>
      <Title order={1} mb="md">
        Expected times
      </Title>
      <EtaReportScreen />
    </>
  );
}
