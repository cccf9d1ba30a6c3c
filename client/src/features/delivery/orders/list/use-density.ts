import { useState } from 'react';

export type Density = 'comfortable' | 'compact';
const KEY = 'quickfleet-orders-density';

const read = (): Density => {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable';
  } catch {
    return 'comfortable';
  }
};

/** The row density, remembered in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  const [density, setDensity] = useState(read);
  const change = (next: Density) => {
    setDensity(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Then it holds until the page is left.
    }
  };
  return [density, change];
}
