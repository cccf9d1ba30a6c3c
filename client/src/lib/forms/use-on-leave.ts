import { useEffect, useEffectEvent } from 'react';

/** Runs `save` when this disappears by whatever way: Escape, Back, another page, a closed tab. */
export function useOnLeave(save: () => void): void {
  const leave = useEffectEvent(save);
  useEffect(() => {
    const left = () => leave();
    window.addEventListener('pagehide', left);
    return () => {
      window.removeEventListener('pagehide', left);
      left();
    };
  }, []);
}
