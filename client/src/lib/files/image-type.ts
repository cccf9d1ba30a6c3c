/** What the server decodes. */
export const serverImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof serverImageTypes)[number] | 'image/heic';

/** How much of a file `imageTypeOf` looks at. */
export const IMAGE_HEAD_BYTES = 32;
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** What a file is by its first bytes: names lie, and phones rename what they send on. */
export function imageTypeOf(head: Uint8Array): ImageType | undefined {
  const text = String.fromCharCode(...head.subarray(0, IMAGE_HEAD_BYTES));
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && heicBrands.includes(text.slice(8, 12))) return 'image/heic';
  return undefined;
}
