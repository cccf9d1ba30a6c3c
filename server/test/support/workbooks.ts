import { ZipFile } from 'yazl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Packs entries as a ZIP file. */
export const zip = (entries: Record<string, Buffer | string>) =>
  new Promise<Buffer>((resolve) => {
    const file = new ZipFile();
    const parts: Buffer[] = [];
    file.outputStream.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
    for (const [name, bytes] of Object.entries(entries)) file.addBuffer(Buffer.from(bytes), name);
    file.end();
  });

/** A cell with its format, or a formula: what no writer of spreadsheets lets a test say exactly. */
export interface RawCell {
  v?: string | number;
  /** Code of a number format, like 00000. */
  format?: string;
  formula?: string;
  type?: 'str' | 'b' | 'd' | 'e';
}
export type BookCell = string | number | null | RawCell;
export interface BookSheet {
  name?: string;
  state?: 'hidden' | 'veryHidden';
  /** A row may be hidden. */
  rows: (BookCell[] | { hidden: true; cells: BookCell[] })[];
  merges?: string[];
}
interface BookStyle {
  is1904?: boolean;
  /** Texts within the cells, as LibreOffice's and Google's exports may have them. */
  isInline?: boolean;
  /** A prefix before all tags, as some writers have it. */
  prefix?: string;
  /** Rows and cells do not say where they are. */
  hasNoPlaces?: boolean;
}

const column = (at: number): string =>
  (at < 26 ? '' : column(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** An Excel file, part by part. */
export function workbook(sheets: BookSheet[], style: BookStyle = {}): Promise<Buffer> {
  const p = style.prefix ? `${style.prefix}:` : '';
  const xmlns = style.prefix ? `xmlns:${style.prefix}="${MAIN}"` : `xmlns="${MAIN}"`;
  const strings: string[] = [];
  const formats: string[] = [];
  const numbered = (list: string[], text: string) => {
    if (!list.includes(text)) list.push(text);
    return list.indexOf(text);
  };
  const cellXml = (cell: BookCell, ref: string): string => {
    const r = style.hasNoPlaces ? '' : ` r="${ref}"`;
    if (cell === null) return style.hasNoPlaces ? `<${p}c/>` : '';
    if (typeof cell === 'number') return `<${p}c${r}><${p}v>${cell}</${p}v></${p}c>`;
    if (typeof cell === 'string')
      return style.isInline
        ? `<${p}c${r} t="inlineStr"><${p}is><${p}t>${escaped(cell)}</${p}t></${p}is></${p}c>`
        : `<${p}c${r} t="s"><${p}v>${numbered(strings, cell)}</${p}v></${p}c>`;
    const s = cell.format === undefined ? '' : ` s="${numbered(formats, cell.format) + 1}"`;
    const t = cell.type === undefined ? '' : ` t="${cell.type}"`;
    const f = cell.formula === undefined ? '' : `<${p}f>${escaped(cell.formula)}</${p}f>`;
    const v = cell.v === undefined ? '' : `<${p}v>${escaped(String(cell.v))}</${p}v>`;
    return `<${p}c${r}${s}${t}>${f}${v}</${p}c>`;
  };
  const sheetXml = ({ rows, merges = [] }: BookSheet): string => {
    const body = rows.map((row, at) => {
      const cells = Array.isArray(row) ? row : row.cells;
      const hidden = Array.isArray(row) ? '' : ' hidden="1"';
      const r = style.hasNoPlaces ? '' : ` r="${at + 1}"`;
      return `<${p}row${r}${hidden}>${cells.map((cell, x) => cellXml(cell, `${column(x)}${at + 1}`)).join('')}</${p}row>`;
    });
    const merged =
      merges.length === 0
        ? ''
        : `<${p}mergeCells>${merges.map((ref) => `<${p}mergeCell ref="${ref}"/>`).join('')}</${p}mergeCells>`;
    return `<?xml version="1.0"?><${p}worksheet ${xmlns}><${p}sheetData>${body.join('')}</${p}sheetData>${merged}</${p}worksheet>`;
  };
  const parts = sheets.map((sheet) => sheetXml(sheet));
  const rels = (list: [string, string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${REL}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const entries: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': rels([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<${p}workbook ${xmlns} xmlns:r="${REL}"><${p}workbookPr${style.is1904 ? ' date1904="1"' : ''}/><${p}sheets>${sheets.map(({ name, state }, at) => `<${p}sheet name="${escaped(name ?? `Sheet${at + 1}`)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`).join('')}</${p}sheets></${p}workbook>`,
    'xl/_rels/workbook.xml.rels': rels([
      ...sheets.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': `<${p}styleSheet ${xmlns}><${p}numFmts>${formats.map((code, at) => `<${p}numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</${p}numFmts><${p}cellXfs><${p}xf numFmtId="0"/>${formats.map((_, at) => `<${p}xf numFmtId="${164 + at}"/>`).join('')}</${p}cellXfs></${p}styleSheet>`,
    'xl/sharedStrings.xml': `<${p}sst ${xmlns}>${strings.map((text) => `<${p}si><${p}t xml:space="preserve">${escaped(text)}</${p}t></${p}si>`).join('')}</${p}sst>`,
  };
  for (const [at, xml] of parts.entries()) entries[`xl/worksheets/sheet${at + 1}.xml`] = xml;
  return zip(entries);
}
