import { useState } from 'react';

/** The value, or the last one there was: what a dialog goes on showing while it fades out. */
export function useKept<T>(value: T | undefined): T | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return value ?? kept;
}
