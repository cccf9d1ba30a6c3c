/** A text that ends a sentence: with a full stop, unless its last word, like 'Inc.', brings one. */
export const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
