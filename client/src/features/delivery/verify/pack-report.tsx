import { Alert, Progress, Stack, Text } from '@mantine/core';
import type { PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { AbsentReason, PackManifest } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { formatTracking } from '@quickfleet/shared/delivery/tracking-number';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { formatDateTime } from '../../../lib/words/format.ts';
import type { Checked } from './use-pack-check.ts';
import styles from './verify.module.css';

const gone: Record<AbsentReason, string> = {
  erased: 'erased with the personal data',
  expired: 'deleted at the end of their time',
  removed: 'removed from the order',
  missing: 'lost by the store',
};

function Facts({ manifest, report }: { manifest: PackManifest; report: PackReport }) {
  const reasons = [...new Set(manifest.absent.map(({ reason }) => gone[reason]))];
  const facts: [string, string][] = [
    ['Order', formatTracking(manifest.order.trackingNumber)],
    ['Company', manifest.company],
    ['Made', formatDateTime(manifest.created)],
    [
      'History',
      `${report.lines} linked lines${report.erasedLines > 0 ? `, ${report.erasedLines} without their words` : ''}`,
    ],
    [
      'Files',
      `${manifest.files.length}${manifest.absent.length > 0 ? `, and ${manifest.absent.length} ${reasons.join(', ')}` : ''}`,
    ],
    ['Last line', manifest.chain.head],
    ['Key', manifest.key.kid],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Verdict({ report, name }: { report: PackReport; name: string }) {
  if (report.problem)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={report.problem.what === 'no_pack' ? 'This isn’t an evidence pack' : 'This pack was changed'}
        role="alert"
      >
        <Text size="sm">{report.problem.sentence}</Text>
        <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          First difference: {report.problem.where} in {name}
        </Text>
      </Alert>
    );
  return report.isIntact ? (
    <Alert
      color="green"
      variant="light"
      icon={<IconCircleCheck aria-hidden />}
      title="Intact, and signed by this company"
    >
      <Text size="sm">Every file, every line of the history and their order are as they were signed.</Text>
    </Alert>
  ) : (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconInfoCircle aria-hidden />}
      title="Intact, but the signer is unknown"
    >
      <Text size="sm">
        Nothing in the pack was changed. We couldn’t read the company’s keys, so the signature was not checked.
      </Text>
    </Alert>
  );
}

/** What the check of a file found. */
export function PackOutcome({ checked }: { checked: Checked }) {
  const { name, report, failure, done, all } = checked;
  if (failure)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title="This file could not be read"
        role="alert"
      >
        <Text size="sm">{failure}</Text>
      </Alert>
    );
  if (!report)
    return (
      <Stack gap={6}>
        <Text size="sm">Checking {name}…</Text>
        <Progress value={all === 0 ? 0 : (done / all) * 100} aria-label="Checked files" />
      </Stack>
    );
  return (
    <Stack gap="md" data-verdict={report.problem?.what ?? (report.isIntact ? 'intact' : 'unknown')}>
      <Verdict report={report} name={name} />
      {report.manifest && !report.problem && <Facts manifest={report.manifest} report={report} />}
    </Stack>
  );
}
