import { useState } from 'react';

/** The value, or the last defined one: what a dialog shows while it fades out. */
export function usePrevious<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}
