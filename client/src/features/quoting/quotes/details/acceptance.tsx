import { Text } from '@mantine/core';
import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { SignatureImage } from '../../../../components/signature/signature-image.tsx';
import { formatZoned } from '../../../../lib/words/format.ts';
import styles from './details.module.css';

/** Who agreed to which version, when and from where: frozen at that moment. */
export function Acceptance({ acceptance }: { acceptance: NonNullable<Quote['acceptance']> }) {
  const { name, at, revision, onBehalf, by, reason, address, signatureUrl } = acceptance;
  return (
    <div className={styles.proof}>
      <Text size="sm">
        <strong>{name}</strong> accepted version {revision} on {formatZoned(at)}
        {address && `, from ${address}`}.
      </Text>
      {onBehalf && (
        <Text size="sm">
          Noted by {by ?? 'the office'} on behalf of the customer{reason ? `: ${reason}` : '.'}
        </Text>
      )}
      {signatureUrl && <SignatureImage title="Signature" url={signatureUrl} signer={name} signedAt={at} />}
    </div>
  );
}
