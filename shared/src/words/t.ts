// The words of screens, mails, papers and errors. In the code they are English; messages of other languages are
// in the folders next to this file, one JSON object for each part of the product (docs/how-to/words.md). The build of
// the pages replaces this module by ./built.ts and puts the words themselves in its place.
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Key } from './keys.ts';
import type { Language } from './languages.ts';
import { type Compiled, say } from './say.ts';

/** A text of the product that is written down before it is known who reads it; `t` says it. */
export interface Message {
  readonly isMessage: true;
}
export type Values = Readonly<Record<string, string | number>>;

interface Words {
  /** That of the request or the mail at work. */
  language: () => Language;
  /** Undefined where a language says it in the words of the code. */
  textOf: (key: string, language: Language) => string | undefined;
}
let words: Words = { language: () => 'en', textOf: () => undefined };
/** Says once per process where languages come from; without it everything is English. */
export const setWords = (source: Words): void => {
  words = source;
};

/** The language of the person who reads what is written now. */
export const language = (): Language => words.language();

const compiled = new Map<string, Compiled>();
function compile(text: string): Compiled {
  let known = compiled.get(text);
  if (known === undefined) {
    const parts = compileMessageOrThrow(text) as Compiled;
    known = parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts;
    compiled.set(text, known);
  }
  return known;
}

/** The compiled message of a key in the present language. */
export const wordsOf = (key: Key | Message): Compiled => {
  const text = key as string;
  return compile(words.textOf(text, language()) ?? text);
};

/**
 * A text in the present language: `t('{count, plural, one {# photo} other {# photos}}', { count })`. Values are written
 * as they are; a number in a plural as the language writes numbers. Never called while a module loads, because the
 * language is not known then: `message` is for that.
 */
export const t = (key: Key | Message, values: Values = {}): string => say(wordsOf(key), values, language());

/** Names a text without saying it: `{ driver: message('Driver') }`. */
export const message = (key: Key): Message => key as unknown as Message;

/** Labels that are said whenever they are read: `said({ driver: message('Driver') }).driver`. */
export const said = <Name extends string>(
  messages: Readonly<Record<Name, Message>>,
): Readonly<Record<Name, string>> => {
  const labels = {} as Record<Name, string>;
  for (const name of Object.keys(messages) as Name[])
    Object.defineProperty(labels, name, { enumerable: true, get: () => t(messages[name]) });
  return labels;
};
