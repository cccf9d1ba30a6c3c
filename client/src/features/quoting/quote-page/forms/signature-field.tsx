import { Button } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import type { Ref } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../../../components/signature/signature-pad.tsx';
import styles from '../quote-page.module.css';

/** Loaded only for who wants to draw. */
export function SignatureField({ ref, onClear }: { ref: Ref<SignaturePadHandle>; onClear: () => void }) {
  return (
    <div className={styles.plate}>
      <SignaturePad ref={ref} label={t('Signature: draw here with a finger or the mouse')} />
      <Button variant="subtle" size="sm" onClick={onClear}>
        {t('Clear')}
      </Button>
    </div>
  );
}
