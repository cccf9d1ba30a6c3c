// What ./t.ts is in the built pages: the build has put the compiled words of one language in place of the keys
// (scripts/build/words.ts).
import type { Language } from './languages.ts';
import { type Compiled, say } from './say.ts';
import type { Values } from './t.ts';

declare const QUICKFLEET_LANGUAGE: Language;

export const language = (): Language => QUICKFLEET_LANGUAGE;
export const wordsOf = (words: Compiled): Compiled => words;
export const t = (words: Compiled, values: Values = {}): string => say(words, values, QUICKFLEET_LANGUAGE);
export const message = (words: Compiled): Compiled => words;
/** Messages without values are texts already. */
export const said = <Labels>(labels: Labels): Labels => labels;
