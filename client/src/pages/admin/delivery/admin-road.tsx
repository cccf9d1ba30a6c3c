import { Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { RoadScreen } from '../../../features/delivery/road/road-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminRoadPage() {
  useDocumentTitle(t('Drivers on the road'));
  return (
    <>
      <Title order={1} mb="md">
        {t('Drivers on the road')}
      </Title>
      <RoadScreen />
    </>
  );
}
