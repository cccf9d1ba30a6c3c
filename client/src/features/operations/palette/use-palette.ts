import { t } from '@quickfleet/shared/words/t';
import { type ComponentProps, type ComponentType, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../../lib/api/error-message.ts';
import { useLater } from '../../../lib/hooks/use-later.ts';
import { showError } from '../../../lib/toast.ts';
import type { CommandPalette } from './command-palette.tsx';

const load = () => import('./command-palette.tsx');
type Loaded = Awaited<ReturnType<typeof load>>;

/** Loads the palette when the screen is idle, or when it is opened. */
export function usePalette(): {
  Palette: ComponentType<ComponentProps<typeof CommandPalette>> | undefined;
  open: (text?: string) => Promise<void>;
  close: () => void;
  isLoading: boolean;
} {
  const [opened, setOpened] = useState<Loaded>();
  const [isAwaited, setAwaited] = useState(false);
  // Nobody waits for it here: a failure is shown when somebody opens it.
  const preloaded = useLater(load, false, () => {});
  const loaded = opened ?? preloaded;

  const open = async (text?: string) => {
    setAwaited(true);
    try {
      const palette = await load();
      // Mounted closed before it opens, or it would not know where the focus came from.
      flushSync(() => setOpened(palette));
      palette.openPalette(text);
    } catch (error) {
      showError(t('The search could not be opened'), messageOf(error, t('Check your connection and try again.')));
    } finally {
      setAwaited(false);
    }
  };
  return {
    Palette: loaded?.CommandPalette,
    open,
    close: () => loaded?.closePalette(),
    isLoading: isAwaited && !loaded,
  };
}
