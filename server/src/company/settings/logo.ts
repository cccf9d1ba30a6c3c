import { buffer } from 'node:stream/consumers';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { BrandLogo } from '@quickfleet/shared/company/brand';
import { LOGO_BYTES_MAX } from '@quickfleet/shared/limits';
import { t } from '@quickfleet/shared/words/t';
import { c, readRow, select } from '../../db/rows.ts';
import { thumbKey } from '../../files/files.ts';
import { jpegForPrint } from '../../files/image.ts';
import type { PrintedPicture } from '../../files/image-work.ts';
import { claimImages, FILES_BASE, keyIn, releaseImages } from '../../files/uploads/uploads.service.ts';
import type { AppContext, Services } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';

/** Of the room in the headers of pages and mails, in pixels. */
const [WIDTH, HEIGHT] = [180, 36];
/** From this ratio on a logo is taken for one that has the name in it. */
const WIDE = 1.8;
/** Of the longer side in print: sharp at 60 mm. */
const PRINT_SIDE = 700;

const columns = select({ width: c.int('width'), height: c.int('height'), size: c.int('size') });
const find = (em: EntityManager, url: string) =>
  readRow(em, columns, 'select $columns from stored_files where key = ?', [url.slice(FILES_BASE.length + 1)]);

/** How a logo is drawn; null without one, and when its file is not there. */
export async function readLogo(em: EntityManager, url: string | null): Promise<BrandLogo | null> {
  const file = url === null ? undefined : await find(em, url);
  if (url === null || !file) return null;
  const scale = Math.min(WIDTH / file.width, HEIGHT / file.height);
  const [width, height] = [file.width, file.height].map((side) => Math.max(1, Math.round(side * scale)));
  return { url, width: width ?? 1, height: height ?? 1, isWide: file.width >= file.height * WIDE };
}

/** Makes an upload the company's logo and lets the sweep take the one before; answers what is stored. */
export async function changeLogo(ctx: AppContext, before: string | null, given: string | null): Promise<string | null> {
  const held = before === null ? [] : [before];
  const [logo = null] = given === null ? [] : await claimImages(ctx, [given], held, 'look.logoUrl');
  if (logo === before) return logo;
  const size = logo === null ? 0 : ((await find(ctx.em, logo))?.size ?? 0);
  if (size > LOGO_BYTES_MAX)
    throw invalid('look.logoUrl', t('A logo has at most {count} kB', { count: LOGO_BYTES_MAX / 1024 }));
  await releaseImages(ctx, held);
  return logo;
}

async function readFile({ files }: Services, key: string): Promise<Buffer | undefined> {
  const file = await files.read(key);
  return file && buffer(file.stream);
}

/** What was made of a process's logo last, by its address: a file never changes under it. */
interface Made<T> {
  url: string;
  made: Promise<T | null>;
}
function memo<T>(make: (services: Services, key: string) => Promise<T | null>) {
  const latest = new WeakMap<Services, Made<T>>();
  return async (services: Services): Promise<T | null> => {
    const url = services.config.logo?.url;
    const key = url && keyIn({ services }, url);
    if (!key) return null;
    const known = latest.get(services);
    if (known?.url === url) return known.made;
    const made = make(services, key).catch((error: unknown) => {
      // A paper or a page without its logo is worth more than none.
      services.log.warn({ err: error }, 'the logo cannot be read');
      latest.delete(services);
      return null;
    });
    latest.set(services, { url, made });
    return made;
  };
}

/** The logo as a paper takes it; null without one. */
export const logoForPrint = memo<PrintedPicture>(async (services, key) => {
  const bytes = await readFile(services, key);
  return bytes ? jpegForPrint(bytes, PRINT_SIDE) : null;
});

/** The icon of the browser's tab: the logo in a square, on white where the browser is dark. */
export const logoAsIcon = memo<string>(async (services, key) => {
  const bytes = await readFile(services, thumbKey(key));
  if (!bytes) return null;
  const image = `<image href="data:image/webp;base64,${bytes.toString('base64')}" x="4" y="4" width="56" height="56"/>`;
  const style = 'rect{fill:none}@media(prefers-color-scheme:dark){rect{fill:#fff}}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>${style}</style><rect width="64" height="64" rx="12"/>${image}</svg>`;
});
