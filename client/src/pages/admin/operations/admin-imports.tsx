import { Title } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { Imports } from '../../../features/operations/imports/imports.tsx';
import { useDocumentTitle } from '../../../lib/addresses/use-document-title.ts';

export function AdminImportsPage() {
  useDocumentTitle(t('Imports'));
  return (
    <>
      <Title order={1} mb="md">
        {t('Imports')}
      </Title>
      <Imports />
    </>
  );
}
