import { Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { EtaReportScreen } from '../../../features/delivery/eta/eta-report-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminEtaPage() {
  useDocumentTitle(t('Expected times'));
  return (
    <>
      <Title order={1} mb="md">
        {t('Expected times')}
      </Title>
      <EtaReportScreen />
    </>
  );
}
