import { Button } from '@mantine/core';
import type { Ref } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import styles from '../quote-page.module.css';

/** Loaded only for who wants to draw. */
export function SignatureField({ ref, onClear }: { ref: Ref<SignaturePadHandle>; onClear: () => void }) {
  return (
    <div className={styles.plate}>
      <SignaturePad ref={ref} label="Signature: draw here with a finger or the mouse" />
      <Button variant="subtle" size="sm" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
