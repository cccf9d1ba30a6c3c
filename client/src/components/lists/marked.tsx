import { Mark } from '@mantine/core';
import { markMatches } from '@quickfleet/shared/base/search-words';
import { keepNumbers } from '@quickfleet/shared/words/isolates';
import { createContext, use } from 'react';

const Typed = createContext('');
/** Marks in the list inside what the search found. */
export const SearchMarks = Typed.Provider;

/** A text of a row, with what the search found in it marked. */
export function Marked({ children }: { children: string }) {
  const typed = use(Typed);
  if (!typed) return keepNumbers(children);
  let at = 0;
  return markMatches(children, typed).map(({ text, isMatch }) => {
    const key = at;
    at += text.length;
    return isMatch ? (
      <Mark key={key} color="yellow">
        {text}
      </Mark>
    ) : (
      text
    );
  });
}
