// What a browser loads of JavaScript before a page is at rest, and how much of it is allowed. The build prints it and
// fails beyond it.
import { readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Manifest, Plugin } from 'vite';

interface Budget {
  path: string;
  /** The page's own part, and what it asks for at once. */
  parts: readonly string[];
  /** Kilobytes (1000 bytes), gzipped. */
  budget: number;
  /** What the page fetches when it is idle; not counted. */
  later?: readonly string[];
  /** A screen of the staff, within the office's frame. */
  isOfStaff?: true;
}

/** The one place where they are set. */
export const budgets: readonly Budget[] = [
  { path: '/', parts: ['src/pages/home.tsx'], budget: 183 },
  { path: '/track', parts: ['src/pages/tracking.tsx'], budget: 174 },
  { path: '/q/unknown', parts: ['src/pages/quote.tsx'], budget: 174 },
  { path: '/t/unknown', parts: ['src/pages/delivery.tsx'], budget: 184 },
  { path: '/embed/quote', parts: ['src/pages/embed-quote.tsx', 'src/pages/home.tsx'], budget: 185 },
  { path: '/embed/tracking', parts: ['src/pages/embed-tracking.tsx'], budget: 174 },
  { path: '/auth', parts: ['src/pages/sign-in.tsx'], budget: 170 },
  {
    path: '/driver',
    parts: ['src/pages/driver.tsx'],
    budget: 193,
    later: [
      'src/lib/placed-toasts.tsx',
      ...['day/my-day', 'order/open-order', 'signing/signature-dialog', 'asking/dialogs'].map(
        (part) => `src/features/delivery/driver/${part}.tsx`,
      ),
    ],
  },
  {
    path: '/admin/reports',
    parts: ['src/admin-routes.tsx', 'src/pages/admin/operations/admin-report.tsx'],
    budget: 250,
    isOfStaff: true,
  },
];

const ENTRY = 'index.html';
const CONTENTS = '.vite/contents.json';
const KILOBYTE = 1000;
/** The modules of the staff's screens, and the examples of the REST description, which are part of the schemas. */
const STAFF =
  /^shared\/src\/examples|^client\/src\/(features\/(company\/(settings|system)|delivery\/orders|messages|operations\/dashboard|people\/(customers|team)|quoting\/quotes\/(?!fields|request))|layouts\/admin|pages\/admin)/;

type Contents = Record<string, string[]>;

/** Records which source files are in which chunk, in addition to Vite's manifest. */
export const chunkContents = (): Plugin => ({
  name: 'chunk-contents',
  generateBundle(_, bundle) {
    const root = resolve(import.meta.dirname, '../..');
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const contents: Contents = Object.fromEntries(
      chunks.map((chunk) => [chunk.fileName, chunk.moduleIds.map((id) => relative(root, id))]),
    );
    this.emitFile({ type: 'asset', fileName: CONTENTS, source: JSON.stringify(contents) });
  },
});

const readJson = async <T>(folder: string, name: string): Promise<T> =>
  JSON.parse(await readFile(join(folder, name), 'utf8'));

/**
 * The scripts of a route in a build: what the frame names itself, its entry, the parts, and whatever they import from
 * the start.
 */
export async function scriptsOf(folder: string, ...parts: string[]): Promise<string[]> {
  const manifest = await readJson<Manifest>(folder, '.vite/manifest.json');
  const frame = await readFile(join(folder, ENTRY), 'utf8');
  const plain = [...frame.matchAll(/<script src="\/([^"]+)"/g)].map(([, file]) => file ?? '');
  const files = new Set(plain);
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const name of [ENTRY, ...parts]) {
    if (!manifest[name]) throw new Error(`The build has no ${name}: scripts/build/first-load.ts names it.`);
    visit(name);
  }
  return [...files];
}

const VISITOR_PAGE = /^src\/pages\/[^/]+\.tsx$/;
const STAFF_PAGES = /^src\/(admin-routes|pages\/admin\/)/;

/** Every script that the pages of visitors and drivers may load, sooner or later. */
export async function visitorScriptsOf(folder: string): Promise<string[]> {
  const manifest = await readJson<Manifest>(folder, '.vite/manifest.json');
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (STAFF_PAGES.test(name) || seen.has(name)) return;
    seen.add(name);
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const imported of [...imports, ...dynamicImports]) visit(imported);
  };
  for (const name of [ENTRY, ...Object.keys(manifest).filter((page) => VISITOR_PAGE.test(page))]) visit(name);
  return [...seen].flatMap((name) => manifest[name]?.file ?? []);
}

/** As it goes over the wire to a browser that takes gzip; a file that would not become smaller goes as it is. */
const sizeOf = async (folder: string, file: string) =>
  (await stat(join(folder, `${file}.gz`)).catch(() => stat(join(folder, file)))).size;

/** Source files of the staff's screens among the given scripts. */
export async function staffCodeIn(folder: string, scripts: readonly string[]): Promise<string[]> {
  const contents = await readJson<Contents>(folder, CONTENTS);
  return scripts.flatMap((script) => contents[script] ?? []).filter((source) => STAFF.test(source));
}

/** A chunk that is loaded by what it loads itself: one of the two would run before what it needs is there. */
async function circleIn(folder: string): Promise<string | undefined> {
  const manifest = await readJson<Manifest>(folder, '.vite/manifest.json');
  const whole = new Set<string>();
  const visit = (name: string, way: readonly string[]): string | undefined => {
    const file = manifest[name]?.file ?? '';
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' → ');
    if (whole.has(name)) return undefined;
    for (const imported of manifest[name]?.imports ?? []) {
      const circle = visit(imported, [...way, file]);
      if (circle) return circle;
    }
    whole.add(name);
    return undefined;
  };
  return Object.keys(manifest)
    .map((name) => visit(name, []))
    .find(Boolean);
}

/**
 * Prints the first load of every route with a budget; rejects when one is beyond it or brings the staff's code along, and
 * when chunks load each other.
 */
export async function holdBudgets(folder: string, print: (line: string) => void = () => {}): Promise<void> {
  const broken: string[] = [];
  print('First load      scripts   gzipped    budget');
  for (const { path, parts, budget, isOfStaff } of budgets) {
    const scripts = await scriptsOf(folder, ...parts);
    const sizes = await Promise.all(scripts.map((file) => sizeOf(folder, file)));
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0) / KILOBYTE;
    print(
      `${path.padEnd(15)} ${String(scripts.length).padStart(7)} ${size.toFixed(1).padStart(6)} kB ${String(budget).padStart(6)} kB`,
    );
    if (size > budget)
      broken.push(`${path} loads ${size.toFixed(1)} kB of JavaScript at first, ${budget} kB are allowed.`);
    const staff = isOfStaff ? [] : await staffCodeIn(folder, scripts);
    if (staff.length > 0) broken.push(`${path} brings code of the staff's screens along: ${staff.join(', ')}.`);
  }
  const circle = await circleIn(folder);
  if (circle) broken.push(`Chunks load each other in a circle: ${circle}.`);
  if (broken.length > 0)
    throw new Error(`The pages have become too heavy (scripts/build/first-load.ts).\n${broken.join('\n')}`);
}
