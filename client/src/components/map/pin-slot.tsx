import { Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { Suspense, useState } from 'react';
import { brand } from '../../lib/words/brand.ts';
import { lazyMap } from './lazy-map.ts';
import type { PinProps } from './map-props.ts';
import styles from './map-slot.module.css';

// The server draws no map, and its bundle holds none.
const PinMap = import.meta.env.SSR
  ? () => null
  : lazyMap(() => import('./pin-map.tsx').then((module) => module.PinMap));

/** A map to set a pin on, where the company has one and the browser can draw it; otherwise nothing. */
export function PinSlot(props: Omit<PinProps, 'onFail'>) {
  const [hasFailed, setFailed] = useState(false);
  if (!brand.map || hasFailed) return null;
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('Press on the map, or drag the pin.')}
      </Text>
      <div className={styles.pinSlot}>
        <Suspense>
          <PinMap {...props} onFail={() => setFailed(true)} />
        </Suspense>
      </div>
    </>
  );
}
