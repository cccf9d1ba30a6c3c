import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { PAGE_SIZE_DEFAULT } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Dialog } from '../../../components/feedback/dialog/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { QueryError } from '../../../components/feedback/query-state.tsx';
import { PagedList } from '../../../components/lists/paged-list.tsx';
import { urlNumber } from '../../../lib/addresses/url-number.ts';
import { useView } from '../../../lib/addresses/use-view.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useLiveChanges } from '../../../lib/live/live.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RecurringCard } from './recurring-card.tsx';
import { RecurringForm } from './recurring-form.tsx';

const recurringView = z.object({
  page: urlNumber.default(1),
  edit: urlNumber.optional(),
  create: z.literal('1').optional(),
});

function EditDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const job = trpc.recurring.get.useQuery({ id: id ?? 0 }, { enabled: id !== undefined, gcTime: 0 });
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={t('Edit recurring job')} size="xl">
      {job.isPending && <Skeleton h={420} aria-busy />}
      <QueryError title={t('The recurring job could not be loaded')} query={job} />
      {job.data && <RecurringForm key={job.data.version} job={job.data} onDone={onClose} onCancel={onClose} />}
    </Dialog>
  );
}

export function RecurringScreen() {
  const { view, goToPage, open, close } = useView(recurringView);
  const list = trpc.recurring.list.useQuery(
    { page: view.page, limit: PAGE_SIZE_DEFAULT },
    { placeholderData: keepPreviousData, refetchOnMount: 'always', trpc: { abortOnUnmount: true } },
  );
  // The orders of a job are made just after it was saved.
  useLiveChanges(({ topic }) => {
    if (topic === 'order' || topic === 'resync') void list.refetch();
  });
  const [deletedId, setDeletedId] = useState<number>();
  const deleted = list.data?.data.find(({ id }) => id === deletedId);
  const createButton = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open('create')}>
      {t('New recurring job')}
    </Button>
  );

  return (
    <>
      <Group justify="space-between" mb={4}>
        <Title order={1}>{t('Recurring jobs')}</Title>
        {createButton}
      </Group>
      <Text c="dimmed" mb="md">
        {t('Orders that repeat automatically: on weekdays, every second Tuesday, or on the last Friday of a month.')}
      </Text>
      <PagedList
        query={list}
        failed={t('The recurring jobs could not be loaded')}
        skeleton={{ height: 150 }}
        empty={
          <EmptyState
            title={t('No recurring jobs yet')}
            text={t('Set up a repeating job once. Its orders are created two weeks ahead.')}
            action={createButton}
          />
        }
        what={t('recurring jobs')}
        onPage={goToPage}
      >
        {(jobs) => (
          <Stack gap="sm">
            {jobs.map((job) => (
              <RecurringCard
                key={job.id}
                job={job}
                onEdit={() => open('edit', job.id)}
                onDelete={() => setDeletedId(job.id)}
              />
            ))}
          </Stack>
        )}
      </PagedList>
      <DeleteDialog job={deleted} onClose={() => setDeletedId(undefined)} />
      <EditDialog id={view.edit} onClose={() => close('edit')} />
      <Dialog
        opened={view.create !== undefined}
        onClose={() => close('create')}
        title={t('New recurring job')}
        size="xl"
      >
        <RecurringForm job={undefined} onDone={() => close('create')} onCancel={() => close('create')} />
      </Dialog>
    </>
  );
}
