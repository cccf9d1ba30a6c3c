import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { compare, type Outcome, once, type Side } from './load.ts';
import type { Measured } from './processes.ts';
import type { SignedIn } from './sign-in.ts';

type Uploader = SignedIn & { ours: Pick<Measured<unknown>, 'usage'> };

const PHOTOS = 8;
const PHONES = 20;
const BOUNDARY = 'bench-of-photos';

/** Photos of six megapixels with the grain of a camera, each its own. */
export const makePhotos = (): Promise<Buffer[]> =>
  Promise.all(
    Array.from({ length: PHOTOS }, async () => {
      const [width, height] = [750, 500];
      const grain = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
      return grain.resize(3000, 2000).jpeg({ quality: 85 }).toBuffer();
    }),
  );

const formOf = (photo: Buffer) =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);

export function uploadSide({ url, cookie, ours }: Uploader, photos: readonly Buffer[]): Side {
  const forms = photos.map(formOf);
  return {
    name: 'REST',
    url,
    method: 'POST',
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    paths: ['/api/v1/upload'],
    body: (turn) => forms[turn % PHOTOS],
    usage: ours.usage,
  };
}

export interface UploadOutcome {
  photoMb: number;
  sides: ReadonlyMap<string, Outcome>;
  /** A list of orders, asked by four people: alone, and while the phones upload. */
  quiet: Outcome;
  loaded: Outcome;
}

/** Uploads compared with bare sharp, and their effect on readers. */
export async function measureUploads(
  company: Uploader,
  peer: Measured<{ url: string }>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<UploadOutcome> {
  const photos = await makePhotos();
  const mine = uploadSide(company, photos);
  const bare: Side = {
    name: 'bare',
    url: peer.ready.url,
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    paths: ['/upload'],
    body: (turn) => photos[turn % PHOTOS],
    usage: peer.usage,
  };
  const { url, cookie, ours } = company;
  const lists: Side = { name: 'lists', url, headers: { cookie }, paths: ['/api/v1/orders'], usage: ours.usage };
  const sides = await compare([bare, mine], { connections: PHONES, seconds: Math.max(5, seconds), rounds });
  const quiet = await once(lists, 4, 8);
  const [loaded] = await Promise.all([once(lists, 4, 8), once(mine, PHONES, 9)]);
  return { photoMb: (photos[0]?.length ?? 0) / 1_000_000, sides, quiet, loaded };
}
