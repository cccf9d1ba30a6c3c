import { Title } from '@mantine/core';
import { RoadScreen } from '../../features/delivery/road/road-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminRoadPage() {
  useDocumentTitle('Drivers on the road');
  return (
    <>
      <Title order={1} mb="md">
        Drivers on the road
      </Title>
      <RoadScreen />
    </>
  );
}
