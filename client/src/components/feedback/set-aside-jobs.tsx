import { Button, Group, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { messageOf } from '../../lib/api/error-message.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { showError, showSuccess } from '../../lib/toast.ts';
import { RelativeTime } from '../text/relative-time.tsx';

/** Jobs that ended the server three times, each with a way to let it run again. */
export function SetAsideJobs() {
  const utils = trpc.useUtils();
  const jobs = trpc.doctor.jobs.useQuery().data?.jobs ?? [];
  const again = trpc.doctor.tryAgain.useMutation({
    onSuccess: () => showSuccess(t('The job runs again')),
    onError: (error) => showError(t('Not tried again'), messageOf(error)),
    onSettled: () => void Promise.all([utils.doctor.jobs.invalidate(), utils.setup.get.invalidate()]),
  });
  if (jobs.length === 0) return null;
  return (
    <ul aria-label={t('Jobs that are set aside')}>
      {jobs.map(({ id, subject, setAsideAt }) => (
        <Group component="li" key={id} gap="sm" mb="xs">
          <Text span size="sm">
            {subject}, <RelativeTime value={setAsideAt} />
          </Text>
          <Button
            variant="default"
            size="xs"
            loading={again.isPending && again.variables.id === id}
            onClick={() => again.mutate({ id })}
            aria-label={t('Try {job} again', { job: subject })}
          >
            {t('Try again')}
          </Button>
        </Group>
      ))}
    </ul>
  );
}
