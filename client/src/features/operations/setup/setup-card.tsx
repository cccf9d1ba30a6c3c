import { Button, Card, Group, Progress, Text, Title } from '@mantine/core';
import type { Setup } from '@quickfleet/shared/operations/setup';
import { paths } from '@quickfleet/shared/paths';
import { can } from '@quickfleet/shared/permissions';
import { t } from '@quickfleet/shared/words/t';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, Redirect } from 'wouter';
import { PendingButton } from '../../../components/feedback/pending-button.tsx';
import { useAuth } from '../../../lib/api/session.tsx';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './setup.module.css';
import { stepAddress, stepNames } from './setup-words.ts';
import { useSamples, useSetupChange } from './use-setup.ts';

/** The steps with a mark, each a way to its form. */
export function StepList({ steps, current }: { steps: Setup['steps']; current?: string }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ step, isDone }) => {
        const Mark = isDone ? IconCircleCheckFilled : IconCircle;
        return (
          <li key={step}>
            <Link
              href={stepAddress(step)}
              className={styles.step}
              aria-current={step === current ? 'step' : undefined}
              data-done={isDone || undefined}
            >
              <Mark size={20} aria-hidden />
              {stepNames[step]}
              {isDone && <span className="visually-hidden"> {t('(done)')}</span>}
            </Link>
          </li>
        );
      })}
    </ol>
  );
}

function Checklist({ steps }: { steps: Setup['steps'] }) {
  const headingId = useId();
  const { dismiss, isPending } = useSetupChange();
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card component="section" aria-labelledby={headingId} mb="md">
      <Group justify="space-between" gap="sm" mb="xs">
        <Title order={2} size="h4" id={headingId}>
          {t('Set up your company')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('{done} of {length} done', { done, length: steps.length })}
        </Text>
      </Group>
      <Progress value={(100 * done) / steps.length} size="sm" mb="sm" aria-hidden />
      <StepList steps={steps} />
      <Group justify="flex-end" gap="sm" mt="sm">
        <PendingButton variant="subtle" color="gray" size="sm" isPending={isPending} onClick={dismiss}>
          {t('Hide this list')}
        </PendingButton>
        {next && (
          <Button component={Link} href={stepAddress(next.step)} size="sm">
            {t('Continue')}
          </Button>
        )}
      </Group>
    </Card>
  );
}

function SamplesNote() {
  const { remove } = useSamples();
  return (
    <Card mb="md" py="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('Your lists have sample data. Names that end in “(sample)” are not real.')}</Text>
        <PendingButton
          variant="default"
          size="xs"
          isPending={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t('Remove sample data')}
        </PendingButton>
      </Group>
    </Card>
  );
}

/** What is left to set up, for those who may; `isKnown` once it is clear whether there is anything. */
export function useSetup(): { data: Setup | undefined; isKnown: boolean } {
  const { user } = useAuth();
  const isAllowed = can(user?.role, 'setup.get');
  const { data, isPending } = trpc.setup.get.useQuery(undefined, { enabled: isAllowed });
  return { data, isKnown: !isAllowed || !isPending };
}

/** The list of it; on an installation that nobody has touched yet it leads to the first run. */
export function SetupCard({ data }: { data: Setup | undefined }) {
  if (!data) return null;
  if (data.isNew) return <Redirect to={paths.adminWelcome} replace />;
  const isListed = !data.isDismissed && data.steps.some(({ isDone }) => !isDone);
  return (
    <>
      {data.samples.customers > 0 && <SamplesNote />}
      {isListed && <Checklist steps={data.steps} />}
    </>
  );
}
