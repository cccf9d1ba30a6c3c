import { language } from './t.ts';

/** A sentence within another: 'Nobody was home' as 'nobody was home'. A German one may begin with a noun. */
export const midSentence = (text: string): string =>
  language() === 'de' ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A word at the beginning of a label: 'pending' as 'Pending'. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A label within a sentence: 'Mail Server' as 'mail server'. German nouns keep their capitals. */
export const labelWithin = (label: string): string => (language() === 'de' ? label : label.toLowerCase());
