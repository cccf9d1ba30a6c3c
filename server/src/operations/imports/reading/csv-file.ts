import type { Readable } from 'node:stream';
import { message, t } from '@quickfleet/shared/words/t';
import { CsvError, parse } from 'csv-parse';
import { bytesFrom, copy } from '../../../process/outside/streams.ts';
import { wordOf } from '../columns/imports.words.ts';
import { decode, findEncoding } from './encoding.ts';
import { HEADS_MIN, type TableRow, TOP_ROWS } from './table-row.ts';
import { unreadable } from './unreadable.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Characters of one row; a quotation mark that is never closed ends here. */
const RECORD_MAX = 500_000;
const HEAD_MAX = 65_536;

/** The first rows with something in them, with their quoted line breaks. */
function firstRecords(text: string): string[] {
  const records: string[] = [];
  let isQuoted = false;
  let record = '';
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted || (sign !== '\n' && sign !== '\r')) record += sign;
    else if (record.trim() !== '') {
      records.push(record);
      if (records.length === TOP_ROWS) return records;
      record = '';
    }
  }
  return record.trim() === '' ? records : [...records, record];
}

/**
 * The delimiter: the character between the most known heads of one of the first rows. Where no row has known heads, the
 * one that the first row has most of, outside quotation marks.
 */
export function findDelimiter(text: string, known: ReadonlySet<string>): string {
  const rows = firstRecords(text).map((record) => record.replaceAll(/"([^"]*)"/g, (_, cell: string) => wordOf(cell)));
  const headsIn = (row: string, sign: string) => row.split(sign).filter((cell) => known.has(wordOf(cell))).length;
  const counts = DELIMITERS.map((sign) => ({
    sign,
    heads: Math.max(0, ...rows.map((row) => headsIn(row, sign))),
    count: (rows[0] ?? '').split(sign).length - 1,
  }));
  const best = counts.toSorted((one, other) => other.heads - one.heads || other.count - one.count)[0];
  const found = best && best.heads >= HEADS_MIN ? best : counts.toSorted((a, b) => b.count - a.count)[0];
  return found?.sign ?? ',';
}

/** What is called .xls and is none: programs write web pages and XML instead. */
const OTHERS = [
  { begins: /^%PDF-|^\s*[[{]\s*[{["]/, words: message('This is neither a CSV nor an Excel file (.xlsx)') },
  {
    begins: /^\s*(?:<!doctype html|<html|<table|<meta|<head|<style)/i,
    words: message('This is a web page that is called .xls. Open it in Excel, save it as .xlsx or CSV, and send that'),
  },
  {
    begins: /^\s*<\?xml|^\s*<(?:\w+:)?Workbook/,
    words: message('This is XML, as Excel 2003 wrote it. Open it in Excel, save it as .xlsx or CSV, and send that'),
  },
];

/** What shops write so that a spreadsheet keeps zeros: a formula of nothing but a text. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
const textOf = (cell: string): string =>
  cell.startsWith('="') ? cell.replace(TEXT_FORMULA, (_, text: string) => text.replaceAll('""', '"')) : cell;

/** Excel's own first line, which names the delimiter. */
const SEP = /^"?sep=(.)"?[,;\t]*\r?\n/i;

const words: Readonly<Record<string, (line: number) => string>> = {
  CSV_QUOTE_NOT_CLOSED: (line) => t('A quotation mark that opens in or before line {line} is never closed', { line }),
  CSV_MAX_RECORD_SIZE: (line) => t('The row at line {line} is too long. Is a quotation mark never closed?', { line }),
};

async function* withHead(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** The rows of a text file with any delimiter, encoding and line ending; empty ones too, so that their numbers are right. */
export async function* readCsv(read: () => Readable, known: ReadonlySet<string>): AsyncGenerator<TableRow> {
  const encoding = await findEncoding(read);
  const text = decode(read(), encoding);
  let head = '';
  for (let part = await text.next(); !part.done; part = await text.next()) {
    head += part.value;
    if (head.length >= HEAD_MAX) break;
  }
  const other = OTHERS.find(({ begins }) => begins.test(head.slice(0, 1000)));
  if (other) throw unreadable(t(other.words));
  const named = SEP.exec(head);
  const parser = parse({
    delimiter: named?.[1] ?? findDelimiter(head, known),
    relax_column_count: true,
    relax_quotes: true,
    // The first line alone says nothing of the others: programs put CRLF below their heads, and above their rows.
    record_delimiter: ['\r\n', '\n', '\r'],
    // A blank before or after quotation marks is none of the text.
    trim: true,
    skip_empty_lines: false,
    max_record_size: RECORD_MAX,
    ...(named ? { from_line: 2 } : {}),
  });
  // What fails on the way ends the parser with it.
  const feeding = copy(bytesFrom(withHead(head, text)), parser).catch(() => undefined);
  let row = named ? 1 : 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield { row: ++row, cells: record.map(textOf) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const lines = Number(Reflect.get(error, 'lines') ?? 0);
    throw unreadable(words[error.code]?.(lines) ?? `The file cannot be read as CSV from line ${lines} on`);
  } finally {
    parser.destroy();
    await feeding;
  }
}
