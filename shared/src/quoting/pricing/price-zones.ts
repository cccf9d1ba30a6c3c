/** Zones of prices by the postcodes of their addresses, without a schema. */
export interface PriceZone {
  label: string;
  postcodes: readonly string[];
  price: string;
}

/** A postcode as an address has it: whole, and its part before the blank or dash that it is written with. */
interface Written {
  whole: string;
  first: string;
}

const bare = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const edge = (form: string) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, 'giu');
/** The forms of postcodes, their first part in a group: those of the United Kingdom, of Ireland, Canada and so on. */
const FORMS = [
  edge('([a-z]{1,2}\\d[a-z\\d]?) ?\\d[a-z]{2}'),
  edge('([a-z]\\d[\\dw]) ?[a-z\\d]{4}'),
  edge('([a-z]\\d[a-z])(?:[ -]?\\d[a-z]\\d)?'),
  edge('(\\d{4}) ?[a-z]{2}'),
  edge('(\\d{4})-\\d{3}'),
  edge('(\\d{2})-\\d{3}'),
  edge('(\\d{3})-\\d{4}'),
  edge('(\\d{5})(?:-\\d{3,4})?'),
  edge('(\\d{3}) \\d{2,3}'),
  edge('(\\d{6})'),
  edge('(\\d{4})'),
];

/** A number before such a word is that of a house. */
const STREET =
  /^\S+ (?:\S+ ){0,3}?(?:st|street|rd|road|ave|avenue|blvd|boulevard|dr|drive|ln|lane|way|ct|court|pl|place|sq|square|hwy|highway|pkwy|rue|allée|chemin|calle|avenida)\b/i;

/** The postcode of a text of an address: the last word or pair of words that can be one, and no house number. */
function lastIn(text: string): Written | undefined {
  const all = FORMS.flatMap((form) =>
    [...text.matchAll(form)].map((found) => ({ at: found.index, end: found.index + found[0].length, found })),
  );
  const whole = all.filter(
    (one) => !all.some((other) => other !== one && other.at <= one.at && other.end >= one.end && longer(other, one)),
  );
  const last = whole.toSorted((one, other) => other.at - one.at)[0];
  if (!last || (text.slice(0, last.at).trim() === '' && STREET.test(text.trim()))) return undefined;
  return { whole: bare(last.found[0]), first: bare(last.found[1] ?? '') };
}
const longer = (one: { at: number; end: number }, other: { at: number; end: number }) =>
  one.end - one.at > other.end - other.at;

const POSTCODE_MIN = 4;
/** Words with digits, and pairs of them: postcodes of no form that is known. */
function wordsIn(text: string): Written[] {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return [...words, ...pairs]
    .map(bare)
    .filter((word) => /\d/.test(word))
    .map((word) => ({ whole: word, first: word }));
}

/** A postcode before its town and street: with its country, or five digits in a column of their own. */
const AT_FRONT = /^\s*(?:[a-z]{1,3}[- ](?=\d{4})|\d{5}\s*$)/i;
/** What of an address may be its postcode: nothing of its street. */
function postcodesIn(address: string): Written[] {
  const segments = address.split(/[\n,]/).filter((segment) => segment.trim() !== '');
  const places = segments.length > 1 ? segments.slice(1) : segments;
  for (const place of places.toReversed()) {
    const found = lastIn(place);
    if (found) return [found];
  }
  const first = AT_FRONT.test(segments[0] ?? '') ? lastIn(segments[0] ?? '') : undefined;
  if (first) return [first];
  return segments.length > 1 ? places.flatMap(wordsIn) : [];
}

/** A country before a postcode: D-20095, SE-123 45, NL 1012 AB. */
const COUNTRY = /^\s*(?:[a-z]{1,2}|fin)(?:-(?=\d)| (?=\d{3}))/i;
/** Sweden, Greece and others part three digits from the rest, and leave the blank out. */
const THREE = /^\d{3} \*$/;
/** How exactly a pattern names a postcode; 0 when it does not. The blank in 'NG2 *' ends the first part. */
function howExactly(pattern: string, { whole, first }: Written): number {
  const plain = pattern.replace(COUNTRY, '').trim();
  const begin = bare(plain);
  const length = begin.length * 4;
  if (!plain.endsWith('*')) {
    const isZip = first.length === 5 && begin === first;
    return begin !== '' && (begin === whole || isZip || (begin === first && /\p{L}/u.test(first))) ? length + 3 : 0;
  }
  if (THREE.test(plain)) return /^\d{5,6}$/.test(whole) && whole.startsWith(begin) ? length + 2 : 0;
  if (/[\s-]\*$/.test(plain)) return begin === first ? length + 2 : 0;
  return whole.length >= POSTCODE_MIN && whole.startsWith(begin) ? length + 1 : 0;
}

/** The zone whose pattern names the postcode of an address most exactly; of equal ones the first. */
export function zoneOf<Zone extends PriceZone>(address: string, zones: readonly Zone[]): Zone | undefined {
  const found = postcodesIn(address);
  let best: { zone: Zone; how: number } | undefined;
  for (const zone of zones)
    for (const pattern of zone.postcodes)
      for (const postcode of found) {
        const how = howExactly(pattern, postcode);
        if (how > (best?.how ?? 0)) best = { zone, how };
      }
  return best?.zone;
}
