// How addresses are compared: as people write them against as files have them. Both go through the same functions, so that
// what these make equal only has to be unlikely to mean two streets of one town.

const SMALL: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** Small letters without accents; an umlaut is the same with an e after it. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => SMALL[letter] ?? letter)
    .replace(/([aou])e/g, '$1');

/** One way of writing for the words of streets and towns, by the language that has them. */
const ABBREVIATED: Readonly<Record<string, string>> = {
  // English
  ...{ street: 'st', saint: 'st', avenu: 'av', ave: 'av', road: 'rd', drive: 'dr', doctor: 'dr', lane: 'ln' },
  ...{ court: 'ct', square: 'sq', terrace: 'terr', highway: 'hwy', parkway: 'pkwy', pky: 'pkwy', circle: 'cir' },
  ...{ crescent: 'cres', garden: 'gdns', gardens: 'gdns', grove: 'gr', close: 'cl', mount: 'mt', fort: 'ft' },
  ...{ trail: 'trl', turnpike: 'tpke', expressway: 'expy', heights: 'hts', junction: 'jct', north: 'n', south: 's' },
  ...{ east: 'e', west: 'w', northeast: 'ne', northwest: 'nw', southeast: 'se', southwest: 'sw', place: 'pl' },
  ...{ first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6', seventh: '7', eighth: '8' },
  ...{ ninth: '9', tenth: '10', plaza: 'pl', blvd: 'bd', boulevard: 'bd', bvd: 'bd', bld: 'bd', boul: 'bd', and: 'u' },
  // German and Dutch: the words below stand at the end of longer ones as well
  ...{
    strasse: 'str',
    straat: 'str',
    platz: 'pl',
    plein: 'pl',
    gasse: 'g',
    laan: 'ln',
    allee: 'al',
    sankt: 'st',
    und: 'u',
  },
  // French
  ...{ sainte: 'st', ste: 'st', ru: 'r', chemin: 'ch', chem: 'ch', che: 'ch', impasse: 'imp', faubourg: 'fg' },
  ...{ fbg: 'fg', route: 'rt', rte: 'rt', all: 'al', general: 'gal', gen: 'gal', marechal: 'mal', president: 'pdt' },
  // Spanish and Catalan
  ...{
    avenida: 'av',
    avda: 'av',
    avinguda: 'av',
    avd: 'av',
    pza: 'pl',
    plza: 'pl',
    placa: 'pl',
    paseo: 'po',
    pso: 'po',
  },
  ...{
    passeig: 'po',
    pg: 'po',
    carretera: 'ctra',
    crta: 'ctra',
    camino: 'cno',
    ronda: 'rda',
    travesia: 'trva',
    santa: 'st',
  },
  ...{ doctora: 'dr', san: 's', santo: 'st' },
  // Italian
  ...{
    piazza: 'pl',
    pzza: 'pl',
    pz: 'pl',
    viale: 'vle',
    vial: 'vle',
    corso: 'cso',
    largo: 'lgo',
    vicolo: 'vco',
    via: 'v',
  },
  // Polish
  ...{ aleja: 'al', aleje: 'al', plac: 'pl', osiedle: 'os' },
};
/** Ends of words in languages that write the kind of street together with its name. */
const ENDS = [
  [/str(?:asse|aat)$/, 'str'],
  [/p(?:latz|lein)$/, 'pl'],
  [/gasse$/, 'g'],
  [/laan$/, 'ln'],
  [/allee$/, 'al'],
] as const;
/** Kinds of streets that are often left out. */
const LEFT_OUT = new Set(['ulica', 'ul', 'calle', 'cll', 'carrer']);
const KINDS = new Set([
  ...['st', 'av', 'rd', 'dr', 'ln', 'ct', 'pl', 'sq', 'bd', 'hwy', 'po', 'ch', 'r', 'ctra', 'cso', 'vle', 'vco', 'lgo'],
  ...['rda', 'trva', 'imp', 'al', 'os', 'str', 'fg', 'rt', 'cno'],
]);
/** A word that belongs to the street after it: without it that is another street. */
const isPartOfStreet = (word: string): boolean =>
  (word.length <= 2 && !/\d/.test(word)) || (!LEFT_OUT.has(word) && KINDS.has(shortened(word)));
const ARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'le', 'les', 'du', 'des', 'd', 'l', 'della', 'dei', 'di']);

function shortened(word: string): string {
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th|eme|er|re|e)$/.exec(word);
  if (ordinal?.[1]) return ordinal[1];
  const whole = ABBREVIATED[word];
  if (whole !== undefined) return whole;
  for (const [end, short] of ENDS) if (end.test(word)) return word.replace(end, short);
  return word;
}

/** What a street, or a town, is found by: "Hauptstraße", "Haupt-Str." and "Hauptstr" are one. */
export function keyOfWords(words: readonly string[]): string {
  const short = words.map(shortened);
  const kept = short.filter((word, at) => {
    if (LEFT_OUT.has(words[at] ?? '') || ARTICLES.has(word)) return false;
    // "C/ Mayor", and not the C Street of Washington.
    return !(at === 0 && word === 'c' && short.length > 1 && !KINDS.has(short[1] ?? ''));
  });
  return (kept.length > 0 ? kept : short).join('');
}

/** Words of one part of an address; house numbers stay whole with their letters, ranges and doors. */
export function wordsOf(part: string): string[] {
  return plain(
    part
      .replace(/\.(?=[\p{Lu}\d])/gu, ' ')
      .replace(/(?<![\p{L}\d])c\//giu, 'calle ')
      .replace(/(?<![\p{L}\d])(?:n[º°]|no\.|nr\.?|n[uú]m\.?|nro\.?)\s*(?=\d)/giu, ' ')
      .replace(/(?<![\p{L}\d])p[º°]/giu, 'paseo ')
      .replace(/(\p{L}{3})(?=\d)/gu, '$1 ')
      .replace(/(\d)\s*[-–—]\s*(?=\d)/g, '$1-')
      .replace(/[.'’`´ʼ"()#º°ª]/g, (sign) => (sign === '#' || sign === '(' || sign === ')' ? ' ' : '')),
  )
    .replace(/(\p{L})[-–—/]|[-–—](?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\d/-]+/u)
    .filter((word) => /[\p{L}\d]/u.test(word));
}

export const keyOf = (text: string): string => keyOfWords(wordsOf(text));
/** A postcode with its letters and digits alone: "SW1A 1AA" and "sw1a1aa" are one. */
export const codeKeyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/^(\d{5})\d{4}$/, '$1');

/** Whether a key of letters and digits can only be a postcode. */
export const isCodeKey = (key: string): boolean =>
  /^(?:\d{4,5}|\d{4}[a-z]{2}|[a-z]{1,2}\d[a-z\d]?\d[a-z]{2})$/.test(key);

export interface HouseNumber {
  from: number;
  to: number;
  /** A letter, or a word like "bis"; empty without one. */
  letter: string;
}
const NUMBER = /^(\d{1,5})(bis|ter|quater|[a-z]{0,2})(?:-(\d{1,5})[a-z]?)?(?:\/(.*))?$/;
/** "12", "12a", "12-14", "12/3" (the third door) and "12/A"; null for what is no house number. */
export function houseOf(text: string): HouseNumber | null {
  const [word = '', next = ''] = wordsOf(text);
  const found = NUMBER.exec(word);
  if (!found) return null;
  const [, first = '', letter = '', last, door = ''] = found;
  const from = Number(first);
  const to = last === undefined ? from : Number(last);
  const afterSlash = /^[a-z]$/.test(door) ? door : '';
  return { from, to: Math.max(from, to), letter: letter || afterSlash || (isLetter(next) ? next : '') };
}
export const isLetter = (word: string): boolean => /^(?:[a-z]|bis|ter|quater)$/.test(word);

/** One way to read an address: a street, and its house number where one is said. */
export interface Reading extends Span {
  key: string;
  house: HouseNumber | null;
  words: number;
}
/** Words of one part of the address, from the first to before the last. */
interface Span {
  part: number;
  from: number;
  to: number;
}
export interface ReadAddress {
  readings: Reading[];
  /** Keys of what may be its town, with where they stand. */
  towns: ReadonlyMap<string, Span[]>;
  /** Keys of what may be its postcode. */
  codes: string[];
}
/** Whether a town is named by other words than the street of a reading: London Road is no road in London. */
export const namesTown = ({ towns }: ReadAddress, { part, from, to }: Reading, townKey: string): boolean =>
  towns.get(townKey)?.some((span) => span.part !== part || span.to <= from || span.from >= to) ?? false;

const WORDS_MAX = 7;
const TOWN_WORDS = 5;
const PARTS_MAX = 8;
/** Floors, flats and doors, with what follows them. */
const FLAT =
  /(?:^|[\s,;])(?:apt|apartment|flat|unit|suite|ste|room|rm|floor|piso|planta|puerta|pta|esc|escalera|int|interno|scala|appt|appartement|apto|etage|stiege|top|wohnung|whg|lokal|m|zimmer|bte)(?:\.\s*|\s+)#?\d{0,4}[a-z]?(?=$|[\s,;])/giu;

/** An address without its flats and doors. */
export const withoutFlats = (text: string): string => text.replace(FLAT, ' ');
/** "#3301" is a door in New York and a house in Bogotá, and nowhere a postcode. */
const HASHED = /#\s?(\d{1,5}[a-z]?)/gi;

/** The ways in which an address can be read, of any country; flats are left out. */
export function readAddress(text: string): ReadAddress {
  const parts = withoutFlats(text)
    .split(/[\n,;|]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, PARTS_MAX);
  const readings = new Map<string, Reading>();
  const add = (span: Span, house: HouseNumber | null) => {
    const words = parts[span.part]?.slice(span.from, span.to) ?? [];
    const key = keyOfWords(words);
    if (words.length === 0 || key.length < 2) return;
    const id = `${key} ${house ? `${house.from}-${house.to}${house.letter}` : ''}`;
    if (!readings.has(id)) readings.set(id, { ...span, key, house, words: words.length });
  };
  for (const [part, words] of parts.entries()) {
    for (const [at, word] of words.entries()) {
      const next = words[at + 1] ?? '';
      const house = houseOf(isLetter(next) ? `${word} ${next}` : word);
      if (!house) continue;
      // "12 bis rue de la Paix" and "12, rue de la Paix"; then "Calle Mayor 5" and "Calle Mayor, 5".
      for (const skip of isLetter(next) ? [1, 2] : [1]) {
        const isLast = at + skip >= words.length;
        const [place, from] = isLast ? [part + 1, 0] : [part, at + skip];
        const length = parts[place]?.length ?? 0;
        for (let to = from + 1; to <= Math.min(length, from + WORDS_MAX); to++) add({ part: place, from, to }, house);
      }
      const [place, to] = at > 0 ? [part, at] : [part - 1, parts[part - 1]?.length ?? 0];
      for (let from = to - 1; from >= Math.max(0, to - WORDS_MAX); from--)
        if (!isPartOfStreet(parts[place]?.[from - 1] ?? 'none')) add({ part: place, from, to }, house);
    }
    if (words.length <= WORDS_MAX && !words.some((word) => /\d/.test(word)))
      add({ part, from: 0, to: words.length }, null);
  }
  const towns = new Map<string, Span[]>();
  const codes = new Set<string>();
  for (const [part, words] of parts.entries())
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(from + TOWN_WORDS, words.length); to++) {
        const key = keyOfWords(words.slice(from, to));
        if (key.length >= 2 && /\p{L}/u.test(key)) towns.set(key, [...(towns.get(key) ?? []), { part, from, to }]);
      }
      const [one = '', two = ''] = words.slice(from, from + 2);
      if (/\d/.test(one)) codes.add(codeKeyOf(one)).add(codeKeyOf(one.split('-')[0] ?? ''));
      // "1234 AB", "SW1A 1AA" and "123 45"; "350 5th" is a house and its street.
      const isSplit = /\d/.test(one + two) && !/^\d+ \d+[a-z]/.test(`${one} ${two}`);
      if (isSplit && one.length <= 4 && two.length <= 4) codes.add(codeKeyOf(one + two));
    }
  for (const [, door = ''] of text.matchAll(HASHED)) codes.delete(codeKeyOf(door));
  return { readings: [...readings.values()], towns, codes: [...codes].filter((key) => key.length >= 3) };
}

const BEGINNINGS = [
  [/str(?:a(?:ss?|at?)?)?$/, 'str'],
  [/pl(?:at?|ei?)$/, 'pl'],
  [/gas{1,2}$/, 'g'],
] as const;
const BEGUN_MIN = 2;
/** What the key of a street may begin with while its last word is still being typed: "Hauptstra" and "High Stre". */
export function keysBegunBy(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const known = Object.entries(ABBREVIATED).flatMap(([word, short]) =>
    // "Fif" is Fifth Avenue; the kind of a street does not begin it.
    last.length >= BEGUN_MIN && (before.length > 0 || /^\d/.test(short)) && word.startsWith(last) ? [short] : [],
  );
  const ends = BEGINNINGS.flatMap(([end, short]) => (end.test(last) ? [last.replace(end, short)] : []));
  const forms = [...new Set([last, ...known, ...ends])];
  return [...new Set([keyOfWords(words), ...forms.map((form) => keyOfWords([...before, form]))])].filter(Boolean);
}
