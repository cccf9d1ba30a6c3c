import type { CsvDelimiter } from '../base/csv.ts';
import type { Language } from '../words/languages.ts';

/** Where nobody says it. Spreadsheets in these languages write a comma in numbers, and take a semicolon between cells. */
export const delimiterFor = (language: Language): CsvDelimiter => (language === 'en' ? 'comma' : 'semicolon');
