import { Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { RatingsScreen } from '../../../features/delivery/ratings/ratings-screen.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminRatingsPage() {
  useDocumentTitle(t('Ratings'));
  return (
    <>
      <Title order={1} mb="md">
        {t('Ratings')}
      </Title>
      <RatingsScreen />
    </>
  );
}
