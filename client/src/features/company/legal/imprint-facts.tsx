import { t } from '@quickfleet/shared/words/t';
import type { ReactNode } from 'react';
import { SupportPhone } from '../../../components/support-phone.tsx';
import { brand, supportMailto } from '../../../lib/words/brand.ts';
import styles from './legal.module.css';

const { legalName, address = null, representedBy = null, registerNumber = null, vatId = null } = brand.imprint ?? {};
const lines: { label: string; value: ReactNode }[] = [
  { label: t('Company'), value: legalName ?? brand.name },
  { label: t('Address'), value: address },
  { label: t('Phone'), value: <SupportPhone /> },
  { label: t('Email address (of the company)'), value: <a href={supportMailto()}>{brand.supportEmail}</a> },
  { label: t('Represented by'), value: representedBy },
  { label: t('Register number'), value: registerNumber },
  { label: t('VAT number'), value: vatId },
];

/** Who stands behind these pages; what the company did not say is left out. */
export function ImprintFacts() {
  return (
    <dl className={styles.facts}>
      {lines.map(
        ({ label, value }) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
