import { useEffect, useState } from 'react';

/** `change` for `ms`, counted from when it is on the screen, then undefined until it is another one. */
export function useForAWhile<T>(change: T | undefined, ms: number): T | undefined {
  const [over, setOver] = useState<T>();
  useEffect(() => {
    if (change === undefined) return;
    const timer = setTimeout(() => setOver(() => change), ms);
    return () => clearTimeout(timer);
  }, [change]);
  return change === over ? undefined : change;
}

/** True for `ms` after `value` has changed. */
export function useHasJustChanged(value: string, ms: number): boolean {
  const [seen, setSeen] = useState<{ value: string; change?: object }>({ value });
  if (seen.value !== value) setSeen({ value, change: {} });
  const isNew = useForAWhile(seen.change, ms) !== undefined;
  return isNew || seen.value !== value;
}
