import { Title } from '@mantine/core';
import { Imports } from '../../features/operations/imports/imports.tsx';
import { useDocumentTitle } from '../../lib/addresses/use-document-title.ts';

export function AdminImportsPage() {
  useDocumentTitle('Imports');
  return (
    <>
      <Title order={1} mb="md">
        Imports
      </Title>
      <Imports />
    </>
  );
}
