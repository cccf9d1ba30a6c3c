import { Title } from '@mantine/core';
import { RatingsScreen } from '../../features/delivery/ratings/ratings-screen.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminRatingsPage() {
  useDocumentTitle('Ratings');
  return (
    <>
      <Title order={1} mb="md">
        Ratings
      </Title>
      <RatingsScreen />
    </>
  );
}
