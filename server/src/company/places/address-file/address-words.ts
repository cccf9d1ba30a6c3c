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

/** What large towns are called elsewhere, as the key of each, and what it is in its own country. */
export const TOWNS: Readonly<Record<string, string>> = {
  ...{ munich: 'munchen', cologne: 'koln', nuremberg: 'nurnberg', hanover: 'hannover', vienna: 'wien', wenen: 'wien' },
  ...{ geneva: 'geneve', genf: 'geneve', ginevra: 'geneve', basle: 'basel', lucerne: 'luzern', zurigo: 'zurich' },
  ...{
    thehague: 'sgravenhage',
    denhaag: 'sgravenhage',
    denbosch: 'shertogenbosch',
    antwerp: 'antwerpen',
    ghent: 'gent',
  },
  ...{ brussels: 'bruxelles', brussel: 'bruxelles', seville: 'sevilla', lacoruna: 'acoruna', saragossa: 'zaragoza' },
  ...{
    rome: 'roma',
    rom: 'roma',
    milan: 'milano',
    mailand: 'milano',
    turin: 'torino',
    naples: 'napoli',
    venice: 'venezia',
  },
  ...{ florence: 'firenze', genoa: 'genova', gothenburg: 'goteborg', copenhagen: 'kobenhavn', lisbon: 'lisboa' },
  ...{ prague: 'praha', warsaw: 'warszawa', newyorkcity: 'newyork', nyc: 'newyork' },
};

/** One way of writing for the words of streets and towns, by the language that has them. */
const ABBREVIATED: Readonly<Record<string, string>> = {
  // English
  ...{ street: 'st', saint: 'st', avenu: 'av', ave: 'av', road: 'rd', drive: 'dr', doctor: 'dr', lane: 'ln' },
  ...{ court: 'ct', square: 'sq', terrace: 'terr', highway: 'hwy', parkway: 'pkwy', pky: 'pkwy', circle: 'cir' },
  ...{ crescent: 'cres', garden: 'gdns', gardens: 'gdns', grove: 'gr', close: 'cl', mount: 'mt', fort: 'ft' },
  ...{ trail: 'trl', turnpike: 'tpke', expressway: 'expy', heights: 'hts', junction: 'jct', north: 'n', south: 's' },
  ...{ east: 'e', west: 'w', northeast: 'ne', northwest: 'nw', southeast: 'se', southwest: 'sw', place: 'pl' },
  ...{ first: '1', second: '2', third: '3', fourth: '4', fifth: '5', sixth: '6', seventh: '7', eighth: '8' },
  ...{ ninth: '9', tenth: '10', great: 'gt', upper: 'upr', lower: 'lwr', mlk: 'martinlutherking', and: 'u' },
  ...{ plaza: 'pl', blvd: 'bd', boulevard: 'bd', bvd: 'bd', bld: 'bd', boul: 'bd' },
  // German and Dutch: the words below stand at the end of longer ones as well
  ...{ strasse: 'str', straat: 'str', platz: 'pl', plein: 'pl', pln: 'pl', gasse: 'g', laan: 'ln', allee: 'al' },
  ...{ sankt: 'st', sint: 'st', und: 'u' },
  ...{ eerste: '1', tweede: '2', derde: '3', vierde: '4', burgemeester: 'burg', burgem: 'burg', professor: 'prof' },
  // Swedish
  ...{ norra: 'n', sodra: 's', vastra: 'v', ostra: 'o', stora: 'st' },
  // French
  ...{
    sainte: 'st',
    ste: 'st',
    ru: 'r',
    chemin: 'ch',
    chem: 'ch',
    che: 'ch',
    chm: 'ch',
    impasse: 'imp',
    faubourg: 'fg',
  },
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
  ...{ passeig: 'po', pg: 'po', carretera: 'ctra', crta: 'ctra', camino: 'cno', cmno: 'cno', ronda: 'rda' },
  ...{ travesia: 'trva', trv: 'trva', tra: 'trva' },
  // "S. Maria" is Santa Maria, and "S. Juan" San Juan.
  ...{ doctora: 'dr', san: 's', santo: 's', santa: 's', sant: 's', sta: 's', sto: 's' },
  // Italian
  ...{ piazza: 'pl', pzza: 'pl', pz: 'pl', piazzale: 'ple', viale: 'vle', vial: 'vle', corso: 'cso', largo: 'lgo' },
  ...{ vicolo: 'vco', vic: 'vco', via: 'v' },
  // Polish
  ...{ aleja: 'al', aleje: 'al', plac: 'pl', osiedle: 'os' },
};
/** Ends of words in languages that write the kind of street together with its name. */
const ENDS = [
  [/str(?:asse|aat)$/, 'str'],
  [/p(?:latz|lein|ln)$/, 'pl'],
  [/gracht$/, 'gr'],
  [/gasse$/, 'g'],
  [/laan$/, 'ln'],
  [/allee$/, 'al'],
  [/gatan$/, 'g'],
  [/vagen$/, 'v'],
] as const;
/** Kinds of streets that are often left out. */
const LEFT_OUT = new Set(['ulica', 'ul', 'calle', 'cll', 'carrer', 'jr']);
const KINDS = new Set([
  ...[
    'v',
    'ple',
    'st',
    'av',
    'rd',
    'dr',
    'ln',
    'ct',
    'pl',
    'sq',
    'bd',
    'hwy',
    'po',
    'ch',
    'r',
    'ctra',
    'cso',
    'vle',
    'vco',
    'lgo',
  ],
  ...['rda', 'trva', 'imp', 'al', 'os', 'str', 'fg', 'rt', 'cno'],
]);
/** "XX Settembre" is "20 Settembre"; one letter alone is no number. */
const ROMAN = /^(?=..)x{0,3}(?:ix|iv|v?i{0,3})$/;
const DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };
const romanOf = (word: string): number =>
  [...word].reduce((sum, letter, at) => {
    const [value = 0, after = 0] = [DIGITS[letter], DIGITS[word[at + 1] ?? '']];
    return value < after ? sum - value : sum + value;
  }, 0);

export function shortened(word: string): string {
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th|eme|er|re|e|ste|de)$/.exec(word);
  if (ordinal?.[1]) return ordinal[1];
  const whole = ABBREVIATED[word];
  if (whole !== undefined) return whole;
  if (ROMAN.test(word)) return String(romanOf(word));
  for (const [end, short] of ENDS) if (end.test(word)) return word.replace(end, short);
  return word;
}

/** Whether one letter is missing, more, another, or changed places with the next one. */
export function isSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from++;
  const rest = (text: string, skipped: number) => text.slice(from + skipped);
  const isSwapped = one[from] === other[from + 1] && one[from + 1] === other[from] && rest(one, 2) === rest(other, 2);
  return (
    isSwapped || rest(one, 1) === rest(other, 1) || rest(one, 1) === rest(other, 0) || rest(one, 0) === rest(other, 1)
  );
}
const LONG = Map.groupBy(Object.entries(ABBREVIATED), ([, short]) => short);
const KIND_WORDS = Object.entries(ABBREVIATED).flatMap(([word, short]) =>
  KINDS.has(short) && word.length > 4 ? [word] : [],
);
/** The words that have an abbreviation. */
export const longWordsOf = (short: string): string[] => LONG.get(short)?.map(([word]) => word) ?? [];

/** A word that belongs to the street after it: without it that is another street. */
const isPartOfStreet = (word: string): boolean =>
  (word.length <= 2 && !/\d/.test(word)) || (!LEFT_OUT.has(word) && KINDS.has(shortened(word)));
const BETWEEN_MAX = 3;
/** Whether a street begins before this word: "Avenida de lla Constitución" is no Calle Constitución, and no "Avneida". */
export function isWithinStreet(words: readonly string[], from: number): boolean {
  if (from === 0) return false;
  if (isPartOfStreet(words[from - 1] ?? '')) return true;
  let at = from - 1;
  while (at > 0 && /^\p{L}+$/u.test(words[at] ?? '') && (words[at]?.length ?? 0) <= BETWEEN_MAX) at--;
  const word = words[at] ?? '';
  return isPartOfStreet(word) || KIND_WORDS.some((kind) => isSlip(word, kind));
}
export const isArticle = (word: string): boolean => ARTICLES.has(word);
export const isKindOfStreet = (word: string): boolean => LEFT_OUT.has(word) || KINDS.has(shortened(word));
const ARTICLES = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'le',
  'les',
  'du',
  'des',
  'd',
  'l',
  'della',
  'dell',
  'nell',
  'nella',
  'dei',
  'di',
]);

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
      .replace(/(?<!\p{L})(\p{L})\.(ta|to|le|zza|za|go|so)(?!\p{L})/giu, '$1$2')
      .replace(/\.(?=[\p{Lu}\d])/gu, ' ')
      .replace(/(?<![\p{L}\d])c\//giu, 'calle ')
      .replace(/(?<![\p{L}\d])(v|a)[./]\s?d(?:\.\s?|\s)(?=\p{L})/giu, (_, sign: string) =>
        /a/i.test(sign) ? 'an der ' : 'van der ',
      )
      .replace(/(?<![\p{L}\d])(?:n\.?[º°]|no\.?|nr\.?|n[uú]m\.?|nro\.?)\s*(?=\d)/giu, ' ')
      // "Via Roma n. 5", and not "N. 5th Street".
      .replace(/(?<=\p{L}[\s,]{1,3})n\.\s{0,3}(?=\d+(?:\/?\p{L})?(?![\p{L}\d]))/giu, ' ')
      .replace(/(?<!\p{L})s:ta?(?!\p{L})/giu, 'st')
      // "l'Église" and "dell'Industria": the article is a word.
      .replace(/(?<!\p{L})(l|d|dell|nell|all|sull|dall)['’`´ʼ](?=\p{L})/giu, '$1 ')
      .replace(/(?<![\p{L}\d])p[º°]/giu, 'paseo ')
      .replace(/(\p{L}{3})(?=\d)/gu, '$1 ')
      .replace(/(\d)\s*[-–—]\s*(?=\d)/g, '$1-')
      .replace(/[.'’`´ʼ"()#º°ª]/g, (sign) => (sign === '#' || sign === '(' || sign === ')' ? ' ' : '')),
  )
    .replace(/(\p{L})[-–—/]|[-–—](?=\p{L})/gu, '$1 ')
    .split(/[^\p{L}\d/-]+/u)
    .filter((word) => /[\p{L}\d]/u.test(word));
}

/** What the first and the last word of a street may mean as well; nothing: "Cl. Mayor" and "US Hwy 50". */
const FIRST: Readonly<Record<string, string>> = { no: 'n', so: 's', cl: '', us: '' };
const LAST: Readonly<Record<string, string>> = { str: 'st', la: 'ln', ter: 'terr', grv: 'gr' };
/** What a street may be found by as well: "King Str" and "King La" in English, "No. Main Street". */
export function otherKeysOf(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  const [first, last] = [FIRST[words[0] ?? ''], LAST[words.at(-1) ?? '']];
  return [
    ...(first === undefined ? [] : [keyOfWords([first, ...words.slice(1)].filter(Boolean))]),
    ...(last === undefined ? [] : [keyOfWords([...words.slice(0, -1), last])]),
  ];
}

export const keyOf = (text: string): string => keyOfWords(wordsOf(text));
/** A postcode with its letters and digits alone: "SW1A 1AA" and "sw1a1aa" are one. */
export const codeKeyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z\d]/g, '')
    .replace(/^(\d{5})\d{4}$/, '$1');

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
