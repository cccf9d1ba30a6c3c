import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';

export type Attributes = Readonly<Record<string, string>>;
/** What is done with the XML of a part; names come without their prefixes. */
export interface Handlers {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

const localOf = (tag: string) => tag.slice(tag.indexOf(':') + 1);
/** An attribute by its name without a prefix. */
export const attr = (attributes: Attributes, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => localOf(key) === name)?.[1];

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;
/** Excel writes what XML cannot hold as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

function parserOf({ open, text, close }: Handlers): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  // An entity that a file declares itself stays as it is written: nothing is made of it.
  parser.on('error', (error) => {
    if (!error.message.includes('undefined entity')) throw error;
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(localOf(name), attributes as Attributes));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(localOf(name)));
  return parser;
}

/** Reads a part of a file as it comes, and stops after each chunk. Throws for what is no XML. */
export async function* readXml(bytes: Readable, handlers: Handlers): AsyncGenerator<void> {
  const parser = parserOf(handlers);
  const decoder = new TextDecoder();
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.write(decoder.decode()).close();
  yield;
}

/** All of a part that is small. */
export const readXmlText = (text: string, handlers: Handlers): void => {
  parserOf(handlers).write(text).close();
};
