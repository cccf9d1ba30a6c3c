import { Button, Group } from '@mantine/core';
import { language, t } from '@quickfleet/shared/words/t';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../../components/feedback/query-state.tsx';
import { MarkdownText } from './markdown-text.tsx';

const USE = '../../../../../docs/use/';
/** English has no folder: its pages are those that the others translate. */
const FOLDER = language() === 'en' ? USE : `${USE}${language()}/`;
const MAP = 'README';
/** The pages of docs/use, each in a separate chunk. */
const pages = import.meta.glob<string>('../../../../../docs/use/**/*.md', { query: '?raw', import: 'default' });

const isPage = (name: string): boolean => `${FOLDER}${name}.md` in pages;

/** The page about the screen at a path; of /admin/customers/12 that of /admin/customers, and of none the map. */
export function helpPageAt(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'admin');
  if (parts.length === 0) return 'dashboard';
  while (parts.length > 0 && !isPage(parts.join('-'))) parts.pop();
  return parts.join('-') || MAP;
}

const readPage = async (name: string): Promise<string> => (await pages[`${FOLDER}${name}.md`]?.()) ?? '';

/** The page of docs/use about the screen at this path; its links lead to the other pages. */
export function HelpPage({ path }: { path: string }) {
  const own = helpPageAt(path);
  const [name, setName] = useState(own);
  const page = useQuery({
    queryKey: ['help', name],
    queryFn: () => readPage(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <QueryState query={page} title={t('The help page could not be loaded')} rows={6} />
      {page.data && <MarkdownText text={page.data} onPage={setName} />}
      <Group gap="xs" mt="md">
        {name !== own && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => setName(own)}
          >
            {t('Back to this screen')}
          </Button>
        )}
        {name !== MAP && (
          <Button variant="default" size="xs" onClick={() => setName(MAP)}>
            {t('All help pages')}
          </Button>
        )}
      </Group>
    </>
  );
}
