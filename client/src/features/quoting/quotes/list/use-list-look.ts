import { useState } from 'react';

export type ListLook = 'cards' | 'rows';
const keyOf = (userId: number) => `quickfleet-quotes-look-${userId}`;

const read = (userId: number): ListLook => {
  try {
    return localStorage.getItem(keyOf(userId)) === 'rows' ? 'rows' : 'cards';
  } catch {
    return 'cards';
  }
};

/** Cards with everything, or a line each: remembered in this browser, for each person. */
export function useListLook(userId: number): [ListLook, (look: ListLook) => void] {
  const [look, setLook] = useState(() => read(userId));
  const change = (next: ListLook) => {
    setLook(next);
    try {
      localStorage.setItem(keyOf(userId), next);
    } catch {
      // Then it holds until the page is left.
    }
  };
  return [look, change];
}
