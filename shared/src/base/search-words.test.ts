import { describe, expect, it } from 'vitest';
import { finds, markMatches, searchTerms, searchText, searchWords } from './search-words.ts';

const marked = (text: string, typed: string) =>
  markMatches(text, typed)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

describe('the form of the search', () => {
  it.each([
    ['O’Connell', 'oconnell'],
    ['SÃO PAULO', 'sao paulo'],
    ['Weißenburger Straße', 'weissenburger strasse'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['Łódź, Ørsted & Þór', 'lodz orsted thor'],
    ['İSTİKLÂL Işık', 'istiklal isik'],
    ['ΑΘΗΝΑΣ', 'αθηνασ'],
    ['١٢ ۲۲ ४५', '12 22 45'],
    ['zo\u00adë\u200b', 'zoe'],
    ['東京ﾋﾞﾙ', '東 京 ヒ ル'],
  ])('of %s', (text, words) => {
    for (const form of [text, text.normalize('NFD'), text.normalize('NFC')])
      expect(searchWords(form).join(' ')).toBe(words);
  });

  it('keeps each value apart, with its words and without its spaces', () => {
    expect(searchText(['12\nMain Street', null, '', 'Ada'])).toBe(' 12 main street\n 12mainstreet\n ada');
  });

  it('plain letters take a shorter way to the same words', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('a');
    // The last letter is none of ASCII, and a letter that is left out.
    expect(searchWords(`${ascii}\u0301`)).toEqual(searchWords(ascii));
  });
});

describe('what is looked for', () => {
  it.each([
    ['Main Street 12', '12 main', true],
    ['12 Main Street', 'treet', true],
    ['12 Main Street', 're', false],
    ['12 Main Street', 'main lane', false],
    ['JP Morgan', 'J. P. Morgan', true],
    ['J. P. Morgan', 'jp morgan', true],
    ['+49 (0)30 123-45 67', '030 1234567', true],
    ['030 1234567', '+49 30 1234567', true],
    ['030 1234567', '+49 30 7654321', false],
    ['김민수', '민수', true],
    ['東京都港区', '港区', true],
    ['東京都港区', '区港', false],
  ])('in %s by %s: %s', (text, typed, isFound) => {
    expect(finds([text], typed)).toBe(isFound);
  });

  it('words may be in different values, but nothing is found across two', () => {
    expect(finds(['Ada', '12 Main'], 'main ada')).toBe(true);
    expect(finds(['Ada', '12 Main'], 'ada12')).toBe(false);
  });

  it('is nothing without a letter or a digit, and never a pattern', () => {
    for (const typed of ['', '  ', '%', '_', '\\', '---', '😀']) expect(searchTerms(typed)).toEqual([]);
    expect(searchTerms('50%_off').flat().join('')).not.toMatch(/[%_\\]/);
  });
});

describe('marks', () => {
  it.each([
    ['12\nMain Street', '12 main', '[12\nMain] Street'],
    ['O’Connell & Sons', "o'connell", '[O’Connell] & Sons'],
    ['São Paulo', 'PAULO sao', '[São Paulo]'],
    ['Zoe\u0308platz 3', 'zoëplatz', '[Zoe\u0308platz] 3'],
    ['Gaße', 'gass', '[Gaß]e'],
    ['東京都港区', '港区', '東京都[港区]'],
    ['banana and Anna', 'an', 'banana [an]d [An]na'],
    ['QF12 3456 7890 12', 'qf123456789012', '[QF12 3456 7890 12]'],
    ['nothing here', 'x', 'nothing here'],
  ])('in %s for %s', (text, typed, result) => {
    expect(marked(text, typed)).toBe(result);
  });
});

it.each([
  ['צפון בע"מ', 'בע"מ צפון'],
  ['צפון בע״מ', 'בע"מ'],
  ['צפון בע"מ', 'בעמ'],
  ['צפון בע”מ', 'צפון בע״מ'],
  ['"שלום" 12', 'שלום'],
])('C524 %s is found by %s', (text, typed) => {
  expect(finds([text], typed)).toBe(true);
});

it('C524 what was found is marked in what was written', () => {
  expect(marked('צפון בע"מ', 'בע"מ')).toBe('צפון [בע"מ]');
});
