import type { Zip } from '../safe-zip.ts';
import { damaged } from '../unreadable.ts';
import { formatOf, type NumberFormat } from './number-formats.ts';
import { attr, readXml, readXmlText, unescaped } from './xml.ts';

export interface SheetPart {
  name: string;
  path: string;
  isHidden: boolean;
}
export interface Workbook {
  sheets: readonly SheetPart[];
  is1904: boolean;
  /** By the number that a cell has for its style. */
  formats: readonly NumberFormat[];
  strings: readonly string[];
}

interface Relation {
  id: string;
  type: string;
  path: string;
}
/** What a part refers to, by paths from the root of the file. */
async function relationsOf(zip: Zip, path: string): Promise<Relation[]> {
  const at = path.lastIndexOf('/') + 1;
  const [folder, name] = [path.slice(0, at), path.slice(at)];
  const relations: Relation[] = [];
  readXmlText((await zip.text(`${folder}_rels/${name}.rels`)) ?? '<none/>', {
    open(tag, attributes) {
      if (tag !== 'Relationship') return;
      relations.push({
        id: attr(attributes, 'Id') ?? '',
        type: (attr(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        path: new URL(attr(attributes, 'Target') ?? '', `file:///${folder}`).pathname.slice(1),
      });
    },
  });
  return relations;
}

/** The formats of a workbook, in the order of its styles of cells. */
function readFormats(xml: string): NumberFormat[] {
  const codes = new Map<string, string | undefined>();
  const ids: string[] = [];
  let isCells = false;
  readXmlText(xml, {
    open(name, attributes) {
      if (name === 'numFmt') codes.set(attr(attributes, 'numFmtId') ?? '', attr(attributes, 'formatCode'));
      else if (name === 'cellXfs') isCells = true;
      else if (name === 'xf' && isCells) ids.push(attr(attributes, 'numFmtId') ?? '0');
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return ids.map((id) => formatOf(Number(id), codes.get(id)));
}

/** The texts that cells share, without the signs of how they are spoken. */
async function readStrings(zip: Zip, path: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let spoken = 0;
  const parts = readXml(await zip.open(path), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') spoken++;
      else if (name === 't') isText = spoken === 0;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') spoken--;
      else if (name === 'si') strings.push(unescaped(text));
    },
  });
  for await (const _ of parts);
  return strings;
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true';

/** What all sheets of a workbook share, and which there are. */
export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const path = (await relationsOf(zip, '')).find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  const text = await zip.text(path);
  if (text === undefined) throw damaged();
  const relations = await relationsOf(zip, path);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.path;
  const sheets: SheetPart[] = [];
  let is1904 = false;
  readXmlText(text, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isOn(attr(attributes, 'date1904'));
      if (name !== 'sheet') return;
      const relation = relations.find(({ id }) => id === attr(attributes, 'id'));
      // A sheet that is a chart has no cells.
      if (relation?.type !== 'worksheet' || !zip.names.includes(relation.path)) return;
      const isHidden = (attr(attributes, 'state') ?? 'visible') !== 'visible';
      sheets.push({ name: attr(attributes, 'name') ?? '', path: relation.path, isHidden });
    },
  });
  if (sheets.length === 0) throw damaged();
  const [styles, strings] = [partOf('styles'), partOf('sharedStrings')];
  const styleText = styles === undefined ? undefined : await zip.text(styles);
  return {
    sheets,
    is1904,
    formats: styleText === undefined ? [] : readFormats(styleText),
    strings: strings !== undefined && zip.names.includes(strings) ? await readStrings(zip, strings) : [],
  };
}
