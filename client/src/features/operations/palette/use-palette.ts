import { t } from '@quickfleet/shared/words/t';
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../lib/api/error-message.ts';
import { showError } from '../../../lib/toast.ts';
import type { CommandPalette } from './command-palette.tsx';

const load = () => import('./command-palette.tsx');
type Loaded = Awaited<ReturnType<typeof load>>;
const whenIdle =
  typeof requestIdleCallback === 'function' ? requestIdleCallback : (run: () => void) => setTimeout(run, 1000);

/** Loads the palette when the screen is idle, or when it is opened. */
export function usePalette(): {
  Palette: ComponentType<ComponentProps<typeof CommandPalette>> | undefined;
  open: () => Promise<void>;
  isLoading: boolean;
} {
  const [loaded, setLoaded] = useState<Loaded>();
  const [isAwaited, setAwaited] = useState(false);

  useEffect(() => {
    let isGone = false;
    whenIdle(() => {
      // Nobody has opened it yet: a failure is shown when somebody does.
      if (!isGone) void load().then(setLoaded, () => {});
    });
    return () => {
      isGone = true;
    };
  }, []);

  const open = async () => {
    setAwaited(true);
    try {
      const palette = await load();
      // Mounted closed before it opens, or it would not know where the focus came from.
      flushSync(() => setLoaded(palette));
      palette.openPalette();
    } catch (error) {
      showError(t('The search could not be opened'), messageOf(error, t('Check your connection and try again.')));
    } finally {
      setAwaited(false);
    }
  };
  return { Palette: loaded?.CommandPalette, open, isLoading: isAwaited && !loaded };
}
