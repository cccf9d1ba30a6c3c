import { keepNumbers } from '@quickfleet/shared/words/isolates';
import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { draws, type Face, faceOf, type HanStyle, hanStyleOf } from './fonts.ts';

// What a paragraph is made of before anything is drawn: the font of each character, the direction of each, and the
// places where a line may end.

const bidi = bidiFactory();
/** Isolates, embeddings and their ends: they direct and are not drawn. */
const MARKS = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/g;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** Punctuation, digits and spaces go with the letters before them, so that a word stays in one font. */
const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]/u;

/** Neighbours in one font and one direction. */
export interface Run {
  text: string;
  face: Face;
  isRightToLeft: boolean;
}
/** What stays together on a line, with the space after it. */
interface Word {
  from: number;
  /** Without the space after it. */
  end: number;
  to: number;
}
export interface Paragraph {
  text: string;
  /** By place in the text; undefined for what is not drawn. */
  faces: readonly (Face | undefined)[];
  levels: Uint8Array;
  isRightToLeft: boolean;
  words: readonly Word[];
}

const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** One face for the letter and the marks on it, if any has them all. */
function faceOfGrapheme(codes: readonly number[], style: HanStyle): Face {
  const [letter = 0] = codes;
  const face = faceOf(letter, style);
  if (codes.every((code) => draws(face, code))) return face;
  const fits = codes.slice(1).map((code) => faceOf(code, style));
  return fits.find((other) => codes.every((code) => draws(other, code))) ?? face;
}

function facesOf(text: string): (Face | undefined)[] {
  const style = hanStyleOf(text);
  const faces: (Face | undefined)[] = [];
  let last: Face | undefined;
  for (const { segment } of graphemes.segment(text)) {
    const codes = codesOf(segment);
    const goesOn = last !== undefined && NEUTRAL.test(segment) && draws(last, codes[0] ?? 0);
    const face = goesOn && last ? last : faceOfGrapheme(codes, style);
    last = face;
    for (const character of segment) {
      const code = character.codePointAt(0) ?? 0;
      const own = draws(face, code) ? face : IGNORABLE.test(character) ? undefined : faceOf(code, style);
      for (let at = 0; at < character.length; at++) faces.push(own);
    }
  }
  return faces;
}

function wordsOf(text: string): Word[] {
  const breaker = new LineBreaker(text);
  const words: Word[] = [];
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const to = next.position;
    words.push({ from, end: from + text.slice(from, to).trimEnd().length, to });
    from = to;
  }
  return words;
}

/** A line without the marks of direction, and the direction that they give each character. */
function directed(written: string): Pick<Paragraph, 'text' | 'levels' | 'isRightToLeft'> {
  const text = written.replaceAll(MARKS, '');
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
  const marked = keepNumbers(written);
  if (marked === text) return { text, levels, isRightToLeft };
  const decided = bidi.getEmbeddingLevels(marked, isRightToLeft ? 'rtl' : 'ltr').levels;
  let at = 0;
  for (let place = 0; place < marked.length; place++)
    if (marked[place] === text[at]) levels[at++] = decided[place] ?? 0;
  return { text, levels, isRightToLeft };
}

/** A text as paragraphs, one per line. Composed characters replace letters with separate accents. */
export const paragraphsOf = (text: string): Paragraph[] =>
  text
    .normalize('NFC')
    .replaceAll(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .map(directed)
    .map((line) => ({ ...line, faces: facesOf(line.text), words: wordsOf(line.text) }));

/** The characters of a stretch, one by one as people count them. */
export const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

const mirrored = (text: string) => Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character);

interface LeveledRun extends Run {
  level: number;
}
/** A stretch of a paragraph as runs, in the order in which they are written. */
export function runsOf({ text, faces, levels }: Paragraph, from: number, to: number): LeveledRun[] {
  const runs: LeveledRun[] = [];
  for (let at = from; at < to; at++) {
    const face = faces[at];
    if (!face) continue;
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.text += text[at];
    else runs.push({ text: text[at] ?? '', face, level, isRightToLeft: level % 2 === 1 });
  }
  for (const run of runs) if (run.isRightToLeft) run.text = mirrored(run.text).join('');
  return runs;
}

/** The same in visual order, from the left (UAX 9, L2). */
export function visualRunsOf(paragraph: Paragraph, from: number, to: number): Run[] {
  const runs = runsOf(paragraph, from, to);
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    let start = 0;
    while (start < runs.length) {
      let end = start;
      while ((runs[end]?.level ?? 0) >= level) end++;
      runs.splice(start, end - start, ...runs.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return runs;
}
