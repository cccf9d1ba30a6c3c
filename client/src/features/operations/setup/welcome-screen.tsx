import { Anchor, Button, Card, Group, Text, Title } from '@mantine/core';
import { type SetupStep, setupSteps } from '@quickfleet/shared/company/own-settings';
import { paths } from '@quickfleet/shared/paths';
import { labelWithin } from '@quickfleet/shared/words/letters';
import { t } from '@quickfleet/shared/words/t';
import { type ReactNode, useEffect, useRef } from 'react';
import { z } from 'zod';
import { useUrlState } from '../../../lib/addresses/url-state.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import styles from './setup.module.css';
import { StepList } from './setup-card.tsx';
import { stepNames } from './setup-words.ts';
import { useSetupChange, useShown } from './use-setup.ts';

const view = z.object({ step: z.enum([...setupSteps, 'done']).default('profile') });
type Place = z.infer<typeof view>['step'];
const order: readonly Place[] = [...setupSteps, 'done'];

/** What a step's form does about the way on. */
export interface Way {
  /** To the next step. */
  next: () => void;
  /** The same, and this one is right as it is. */
  keep: () => void;
}

function Done() {
  return (
    <Card component="section" aria-labelledby="done">
      <Title order={2} id="done">
        {t('Ready for your first quote')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('What you left out is listed on the dashboard, and everything can be changed in the settings at any time.')}
      </Text>
      {/* Loaded again: the whole page then has the company's logo, colour and clock. */}
      <Group gap="sm">
        <Button component="a" href={`${paths.adminQuotes}?create=1`}>
          {t('Create your first quote')}
        </Button>
        <Button component="a" href={paths.admin} variant="default">
          {t('Go to the dashboard')}
        </Button>
      </Group>
    </Card>
  );
}

/** The first run: one step at a time, each with its own address; `children` is the form of a step. */
export function WelcomeScreen({ children }: { children: (step: SetupStep, way: Way) => ReactNode }) {
  const [{ step }, setView] = useUrlState(view);
  const setup = trpc.setup.get.useQuery();
  const utils = trpc.useUtils();
  const { check } = useSetupChange();
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useShown(setup.data?.isNew);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    panel.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);

  const at = order.indexOf(step);
  const go = (to: number) => setView({ step: order[to] });
  const next = () => {
    void utils.setup.invalidate();
    go(at + 1);
  };
  const keep = () => {
    if (step !== 'done') void check(step).then(next, () => undefined);
  };
  return (
    <>
      <Group justify="space-between" mb="xs" maw="60rem">
        <Title order={1}>{t('Set up your company')}</Title>
        {step !== 'done' && (
          <Anchor href={paths.admin} size="sm">
            {t('Finish later')}
          </Anchor>
        )}
      </Group>
      <Text c="dimmed" mb="md">
        {step === 'done'
          ? t('That was the last step.')
          : t('Step {at} of {length}: {stepNames}. You can skip every step and come back to it.', {
              at: at + 1,
              length: setupSteps.length,
              stepNames: labelWithin(stepNames[step]),
            })}
      </Text>
      <div className={styles.columns}>
        <nav className={styles.side} aria-label={t('Steps')}>
          {setup.data && <StepList steps={setup.data.steps} current={step} />}
        </nav>
        <div ref={panel} tabIndex={-1} style={{ outline: 'none', minWidth: 0 }}>
          {step === 'done' ? <Done /> : children(step, { next, keep })}
          <Group justify="space-between" mt="md">
            {at > 0 ? (
              <Button variant="default" size="sm" onClick={() => go(at - 1)}>
                {t('Back')}
              </Button>
            ) : (
              <span />
            )}
            {step !== 'done' && (
              <Button variant="subtle" size="sm" onClick={() => go(at + 1)}>
                {t('Skip this step')}
              </Button>
            )}
          </Group>
        </div>
      </div>
    </>
  );
}
