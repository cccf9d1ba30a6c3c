// The message files of shared/src/words as they are read at run time and by the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf, type Language } from '@quickfleet/shared/words/languages';

/** Where the folders with the message files are, one for each language. */
export const WORDS = join(import.meta.dirname, '../../../shared/src/words');

/** One message file: texts by their key, the English text. */
export const readMessages = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8'));

/** The files of a language by the part of the product, 'driver' and so on. */
export const filesOf = (language: Language): Map<string, string> => {
  const folder = join(WORDS, language);
  return new Map(readdirSync(folder).map((name) => [name.replace('.json', ''), join(folder, name)]));
};

/** Begins with a value, or with letters of another script: 'QuickFleet' in front would turn the line around. */
const STARTS_LATIN = /^(?!\{\w+, )[^\p{Script=Arabic}]*?(?:\p{Script=Latin}|\{\w+\})/u;
const RIGHT_TO_LEFT = '\u200f';

/**
 * All messages of a language; English has only those that read otherwise than their key. A browser takes the direction
 * of a line from its first letter, so a message from right to left that begins otherwise has a mark in front.
 */
export function readLanguage(language: Language): ReadonlyMap<string, string> {
  const messages = [...filesOf(language).values()].flatMap((file) => Object.entries(readMessages(file)));
  if (directionOf(language) === 'ltr') return new Map(messages);
  return new Map(messages.map(([key, text]) => [key, STARTS_LATIN.test(text) ? RIGHT_TO_LEFT + text : text]));
}
