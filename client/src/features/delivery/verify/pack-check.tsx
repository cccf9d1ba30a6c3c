import { Alert, Group, Progress, Stack, Text } from '@mantine/core';
import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import type { AbsentReason, KeyDocument, PackManifest } from '@quickfleet/shared/delivery/evidence/evidence-format';
import type { PackCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import { formatTracking } from '@quickfleet/shared/delivery/orders/tracking-number';
import { t } from '@quickfleet/shared/words/t';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { findCrypto } from '../../../lib/files/pack-crypto.ts';
import { readCompanyKeys } from '../../../lib/words/company-keys.ts';
import { formatDateTime } from '../../../lib/words/format.ts';
import styles from './verify.module.css';

function Kept() {
  return (
    <Group gap={8} wrap="nowrap">
      <IconCircleCheck size={18} style={{ flex: 'none' }} aria-hidden color="var(--mantine-color-green-light-color)" />
      <Text component="span" size="sm" c="dimmed">
        {t('Works without a network: this page is kept on this device.')}
      </Text>
    </Group>
  );
}
/** Its room is there before it is, so that nothing moves. */
export function KeptNote({ isKept }: { isKept: boolean }) {
  return (
    <div>
      <div role="status">{isKept && <Kept />}</div>
      {!isKept && (
        <div aria-hidden style={{ visibility: 'hidden' }}>
          <Kept />
        </div>
      )}
    </div>
  );
}

export function PackDrop({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <IconShieldCheck size={40} stroke={1.4} aria-hidden />
      <Text component="span" fw={600}>
        {t('Drop an evidence pack here, or choose one')}
      </Text>
      <Text component="span" size="sm" c="dimmed">
        {t('A file like evidence-QF….zip. It stays on this device.')}
      </Text>
      <input
        type="file"
        accept=".zip,application/zip"
        className="visually-hidden"
        aria-label={t('Evidence pack')}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </label>
  );
}

interface Checked {
  name: string;
  /** undefined while it is being checked. */
  report?: PackReport;
  failure?: string;
  done: number;
  all: number;
}

/** Checks files in the browser alone. Everything it needs is loaded with the page, so that it works offline. */
export function usePackCheck(): { checked: Checked | undefined; check: (file: File) => Promise<void> } {
  const [checked, setChecked] = useState<Checked>();
  const needed = useRef<Promise<[PackCrypto, KeyDocument | undefined]>>(undefined);
  useEffect(() => {
    needed.current = Promise.all([findCrypto(), readCompanyKeys()]);
  }, []);
  const asked = useRef(0);
  const check = async (file: File) => {
    const turn = ++asked.current;
    const show = (next: Checked) => {
      if (asked.current === turn) setChecked(next);
    };
    const { name } = file;
    show({ name, done: 0, all: 0 });
    try {
      const [crypto, keys] = await (needed.current ?? Promise.all([findCrypto(), readCompanyKeys()]));
      const report = await checkPack(file, {
        crypto,
        keys,
        onProgress: (done, all) => show({ name, done, all }),
      });
      show({ name, report, done: 1, all: 1 });
    } catch (error) {
      show({ name, failure: error instanceof Error ? error.message : String(error), done: 0, all: 0 });
    }
  };
  return { checked, check };
}

const gone: Record<AbsentReason, string> = {
  erased: t('erased with the personal data'),
  expired: t('deleted at the end of their time'),
  removed: t('removed from the order'),
  missing: t('lost by the store'),
};

function Facts({ manifest, report }: { manifest: PackManifest; report: PackReport }) {
  const reasons = [...new Set(manifest.absent.map(({ reason }) => gone[reason]))];
  const facts: [string, string][] = [
    [t('Order'), formatTracking(manifest.order.trackingNumber)],
    [t('Company'), manifest.company],
    [t('Made'), formatDateTime(manifest.created)],
    [
      t('History'),
      t('{lines} linked lines{erasedLines}', {
        lines: report.lines,
        erasedLines:
          report.erasedLines > 0 ? t(', {erasedLines} without their words', { erasedLines: report.erasedLines }) : '',
      }),
    ],
    [
      t('Files'),
      `${manifest.files.length}${manifest.absent.length > 0 ? t(', and {length} {reasons}', { length: manifest.absent.length, reasons: reasons.join(', ') }) : ''}`,
    ],
    [t('Last line'), manifest.chain.head],
    [t('Key'), manifest.key.kid],
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
        title={report.problem.what === 'no_pack' ? t('This isn’t an evidence pack') : t('This pack was changed')}
        role="alert"
      >
        <Text size="sm">{report.problem.sentence}</Text>
        <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
          {t('First difference: {where} in {name}', { where: report.problem.where, name })}
        </Text>
      </Alert>
    );
  return report.isIntact ? (
    <Alert
      color="green"
      variant="light"
      icon={<IconCircleCheck aria-hidden />}
      title={t('Intact, and signed by this company')}
    >
      <Text size="sm">{t('Every file, every line of the history and their order are as they were signed.')}</Text>
    </Alert>
  ) : (
    <Alert
      color="amber"
      variant="light"
      icon={<IconInfoCircle aria-hidden />}
      title={t('Intact, but the signer is unknown')}
    >
      <Text size="sm">
        {t('Nothing in the pack was changed. We couldn’t read the company’s keys, so the signature was not checked.')}
      </Text>
    </Alert>
  );
}

export function PackOutcome({ checked }: { checked: Checked }) {
  const { name, report, failure, done, all } = checked;
  if (failure)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('This file could not be read')}
        role="alert"
      >
        <Text size="sm">{failure}</Text>
      </Alert>
    );
  if (!report)
    return (
      <Stack gap={6}>
        <Text size="sm">{t('Checking {name}…', { name })}</Text>
        <Progress value={all === 0 ? 0 : (done / all) * 100} aria-label={t('Checked files')} />
      </Stack>
    );
  return (
    <Stack gap="md" data-verdict={report.problem?.what ?? (report.isIntact ? 'intact' : 'unknown')}>
      <Verdict report={report} name={name} />
      {report.manifest && !report.problem && <Facts manifest={report.manifest} report={report} />}
    </Stack>
  );
}
