import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import latin from '@fontsource-variable/noto-sans/unicode.json' with { type: 'json' };
import arabic from '@fontsource-variable/noto-sans-arabic/unicode.json' with { type: 'json' };
import armenian from '@fontsource-variable/noto-sans-armenian/unicode.json' with { type: 'json' };
import bengali from '@fontsource-variable/noto-sans-bengali/unicode.json' with { type: 'json' };
import georgian from '@fontsource-variable/noto-sans-georgian/unicode.json' with { type: 'json' };
import hebrew from '@fontsource-variable/noto-sans-hebrew/unicode.json' with { type: 'json' };
import japanese from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' };
import korean from '@fontsource-variable/noto-sans-kr/unicode.json' with { type: 'json' };
import chinese from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' };
import tamil from '@fontsource-variable/noto-sans-tamil/unicode.json' with { type: 'json' };
import thai from '@fontsource-variable/noto-sans-thai/unicode.json' with { type: 'json' };
import { create } from 'fontkit';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';

// Which font draws a character on paper (decision 027). Noto Sans comes in slices of some hundred characters, each a
// variable font; a slice is cut to one weight when a paper first needs it, because a PDF takes plain TrueType only.

export type Weight = 400 | 700;

type Range = readonly [from: number, to: number];
/** A slice of a font. */
export interface Face {
  name: string;
  file: string;
  /** What its package says it draws; the lists claim more than there is. */
  ranges: readonly Range[];
  /** What it does draw, known once it was cut. */
  holds?: ReadonlySet<number>;
  isVariable: boolean;
}

/** Bytes of cut fonts that one process keeps; a slice has about 50 kB. */
const KEPT_BYTES_MAX = 32 * 1024 * 1024;

const rangeOf = (text: string): Range => {
  const [from = '', to = from] = text.trim().slice('U+'.length).split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
};
const fileOf = (specifier: string) => fileURLToPath(import.meta.resolve(specifier));

/**
 * The slices of a family, as its package lists them: `{"hebrew": "U+591-5f4,U+20aa", "[4]": …}`. As in a style sheet, the
 * last one that claims a character has it. `own` leaves out the Latin letters that other alphabets bring along.
 */
const slicesOf = (family: string, slices: Record<string, string>, own = /./): Face[] =>
  Object.entries(slices)
    .map(([key, ranges]) => ({ slice: key.replaceAll(/[[\]]/g, ''), ranges }))
    .filter(({ slice }) => own.test(slice))
    .map(({ slice, ranges }) => ({
      name: `${family}-${slice}`,
      file: `@fontsource-variable/${family}/files/${family}-${slice}-wght-normal.woff2`,
      ranges: ranges.split(',').map(rangeOf),
      isVariable: true,
    }))
    .reverse();

const NUMBERED = /^\d+$/;
const han = {
  zh: slicesOf('noto-sans-sc', chinese, NUMBERED),
  ja: slicesOf('noto-sans-jp', japanese, NUMBERED),
  ko: slicesOf('noto-sans-kr', korean, NUMBERED),
};
const alphabets = [
  ...slicesOf('noto-sans', latin),
  ...slicesOf('noto-sans-hebrew', hebrew, /^hebrew$/),
  ...slicesOf('noto-sans-arabic', arabic, /^arabic$/),
  ...slicesOf('noto-sans-armenian', armenian, /^armenian$/),
  ...slicesOf('noto-sans-georgian', georgian, /^georgian$/),
  ...slicesOf('noto-sans-thai', thai, /^thai$/),
  ...slicesOf('noto-sans-bengali', bengali, /^bengali$/),
  ...slicesOf('noto-sans-tamil', tamil, /^tamil$/),
];
/** Whatever Noto Sans has no slice for: plain, but legible. */
const unifont: Face = {
  name: 'unifont',
  file: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff2',
  ranges: [[0, 0x10ffff]],
  isVariable: false,
};

/** The same Han character is drawn in another way in each of these. */
export type HanStyle = keyof typeof han;
const orders: Record<HanStyle, readonly Face[]> = {
  zh: [...alphabets, ...han.zh, ...han.ja, ...han.ko],
  ja: [...alphabets, ...han.ja, ...han.zh, ...han.ko],
  ko: [...alphabets, ...han.ko, ...han.zh, ...han.ja],
};

/** Whether a face draws a character, as far as is known. */
export const draws = ({ ranges, holds }: Face, code: number): boolean =>
  holds ? holds.has(code) : ranges.some(([from, to]) => from <= code && code <= to);

const found = { zh: new Map<number, Face>(), ja: new Map<number, Face>(), ko: new Map<number, Face>() };
/** The face that draws a character. */
export function faceOf(code: number, style: HanStyle): Face {
  const known = found[style].get(code);
  if (known && draws(known, code)) return known;
  const face = orders[style].find((one) => draws(one, code)) ?? unifont;
  found[style].set(code, face);
  return face;
}

/** Which Han a text means: kana and Hangul tell. */
export const hanStyleOf = (text: string): HanStyle => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : 'zh';
};

interface Cut {
  bytes: Promise<Buffer>;
  size: number;
}
/** The last used last. */
const kept = new Map<string, Cut>();
let keptBytes = 0;

function forget(key: string): void {
  keptBytes -= kept.get(key)?.size ?? 0;
  kept.delete(key);
}

async function cut(face: Face, weight: Weight): Promise<Buffer> {
  const file = await readFile(fileOf(face.file));
  const bytes = face.isVariable
    ? await subsetFont(file, charactersOf(face), { targetFormat: 'truetype', variationAxes: { wght: weight } })
    : await convert(file, 'truetype');
  face.holds ??= new Set(createFont(bytes).characterSet);
  return bytes;
}
const charactersOf = ({ ranges }: Face): string =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)))
    .join('');
const createFont = (bytes: Buffer): { characterSet: number[] } => {
  const font = create(bytes);
  if (!('characterSet' in font)) throw new Error('A font file holds several fonts');
  return font;
};

/** A face in one weight as a TrueType font; cut once and kept while there is room. */
export async function fontBytes(face: Face, weight: Weight): Promise<Buffer> {
  const key = `${face.name}-${face.isVariable ? weight : 400}`;
  const known = kept.get(key) ?? { bytes: cut(face, weight), size: 0 };
  kept.delete(key);
  kept.set(key, known);
  try {
    const bytes = await known.bytes;
    if (kept.get(key) === known && known.size === 0) {
      known.size = bytes.length;
      keptBytes += bytes.length;
    }
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES_MAX || oldest === key) break;
      forget(oldest);
    }
    return bytes;
  } catch (error) {
    // A file that could not be read now may be there at the next try.
    if (kept.get(key) === known) forget(key);
    throw error;
  }
}
