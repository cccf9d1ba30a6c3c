import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { compiler } from 'markdown-to-jsx/html';

// The guides of docs/api as pages below /docs. Which ones there are, and in which order, says their own map,
// docs/api/README.md.

const FOLDER = resolve(import.meta.dirname, '../../../../docs/api');
export const GUIDES = '/docs';

export interface Section {
  title: string;
  /** Of its heading; empty at the top of a page. */
  anchor: string;
  text: string;
}
export interface Guide {
  /** `quick-start`, `recipes/shop-to-order`; empty for the map. */
  name: string;
  title: string;
  html: string;
  sections: readonly Section[];
}

export const addressOf = (name: string, anchor = ''): string => `${GUIDES}/${name}${anchor === '' ? '' : `#${anchor}`}`;
/** The name of a page by its file, from docs/api: that of `../import-export.md` is `import-export`. */
const nameOf = (file: string): string =>
  file
    .replace(/^(?:\.\.\/)+/, '')
    .replace(/\.md$/, '')
    .replace(/^README$/, '');

/** The files that the map names, with the map itself first; none where an installation has no docs. */
export async function guideFiles(): Promise<string[]> {
  const map = await readFile(join(FOLDER, 'README.md'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (map === undefined) return [];
  const named = [...map.matchAll(/\]\(((?:\.\.\/)?[\w/-]+\.md)(?:#[\w-]+)?\)/g)].map(([, file = '']) => file);
  return ['README.md', ...new Set(named)];
}
export const guideNames = async (): Promise<string[]> => (await guideFiles()).map(nameOf);

/** Links between the pages become addresses, named by titles; what is not served is named without a link. */
function linksOf(text: string, file: string, titles: ReadonlyMap<string, string>): string {
  const inRecipes = file.startsWith('recipes/');
  return text.replaceAll(/(?<!!)\[([^[\]]{1,200})\]\(([^()\s]{1,200})\)/g, (whole, words: string, to: string) => {
    if (/^(?:https?:|#)/.test(to)) return whole;
    const [path = '', anchor = ''] = to.split('#');
    const target = inRecipes ? path.replace(/^\.\.\//, '') : path;
    const name = nameOf(inRecipes && !path.includes('/') ? `recipes/${target}` : target);
    const title = titles.get(name);
    if (title === undefined) return words;
    return `[${words.endsWith('.md') ? title : words}](${addressOf(name, anchor)})`;
  });
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
const plain = (markdown: string): string => markdown.replaceAll(/[`*|]|\[([^[\]]{1,200})\]\([^()]{0,200}\)/g, '$1');

/** The parts of a page below their headings; lines of code are no headings. */
function sectionsOf(markdown: string): Section[] {
  const sections: { title: string; anchor: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, level = '', heading] = (!isCode && /^(#{1,3}) (.+)$/.exec(line)) || [];
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else {
      const title = plain(heading);
      sections.push({ title, anchor: level === '#' ? '' : slugOf(title), lines: [] });
    }
  }
  return sections.map(({ title, anchor, lines }) => ({ title, anchor, text: plain(lines.join(' ')) }));
}

/** All guides, read and rendered; their text is ours, and holds no HTML of its own. */
export async function readGuides(): Promise<Guide[]> {
  const files = await guideFiles();
  const texts = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(FOLDER, file), 'utf8');
      return { file, text, name: nameOf(file), sections: sectionsOf(text) };
    }),
  );
  const titleOf = ({ name, sections }: (typeof texts)[number]) => sections[0]?.title ?? name;
  const titles = new Map(texts.map((one) => [one.name, titleOf(one)]));
  return texts.map((one) => {
    const html = compiler(linksOf(one.text, one.file, titles), { disableParsingRawHTML: true, slugify: slugOf });
    return { name: one.name, title: titleOf(one), html, sections: one.sections };
  });
}
