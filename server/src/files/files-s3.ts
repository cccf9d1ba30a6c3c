import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { filesAway } from '../http/errors.ts';
import { after } from '../process/outside/background.ts';
import { ask } from '../process/outside/connections.ts';
import { objectStore, SILENCE_MS, TRIES } from '../process/outside/object-store.ts';
import { bytesFrom } from '../process/outside/streams.ts';
import { randomKey } from '../security/secrets.ts';
import { type BytePart, type FileStore, isFileKey, requireFileKey } from './files.ts';

/** One question with all its tries. */
const QUESTION_MS = 12_000;

/** Under the prefix, next to the files; no file has this name. */
const OWNER = 'quickfleet-owner';

const TYPES = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);
/** Undefined for an object that is not there. A 404 without that word may mean the bucket, or something in between. */
const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
    throw error;
  });
const orAway = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw filesAway(error);
  });

function openClient(config: Config): { client: S3Client; clock: { offset: number } } {
  const client = objectStore(config);
  // Ages are measured by the store's clock: if it is behind ours, new files would look old to the sweep.
  const clock = { offset: 0 };
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = result.response as { headers?: Record<string, string> };
      const at = Date.parse(headers?.['date'] ?? '');
      if (!Number.isNaN(at)) clock.offset = at - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'clockOfTheStore', priority: 'low' },
  );
  return { client, clock };
}

/**
 * Files as objects of a private bucket. An object is there completely or not at all, and the store refuses a wrong
 * SHA-256.
 */
export function createS3Store(config: Config, bucket: string): FileStore {
  const { client, clock } = openClient(config);
  const prefix = config.S3_PREFIX;
  const within = () => ({ abortSignal: AbortSignal.timeout(QUESTION_MS) });
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + key });

  async function fetchBody(key: string, part: BytePart | undefined) {
    const end = new AbortController();
    // For the answer, not for its body: a slow reader may take its time.
    const late = after(QUESTION_MS, 'Giving up a question to the bucket', () => end.abort());
    try {
      const answer = await client.send(
        new GetObjectCommand({ ...at(key), ...(part && { Range: `bytes=${part.start}-${part.end}` }) }),
        { abortSignal: end.signal },
      );
      const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength;
      if (!(answer.Body instanceof Readable) || total === undefined) throw new Error('an answer without a length');
      return { body: answer.Body, size: Number(total) };
    } finally {
      clearTimeout(late);
    }
  }

  /** The bytes of the part, asked for again from where they broke off. */
  async function* resume(key: string, part: BytePart, first: Readable): AsyncGenerator<Buffer> {
    let body = first;
    let next = part.start;
    for (let tries = 1; ; tries++) {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          next += chunk.length;
          yield chunk;
        }
        if (next > part.end) return;
        throw new Error(`the store ended ${key} ${part.end + 1 - next} bytes early`);
      } catch (error) {
        if (tries >= TRIES || next > part.end) throw filesAway(error);
      } finally {
        body.destroy();
      }
      body = (await fetchBody(key, { start: next, end: part.end })).body;
    }
  }

  async function put(key: string, bytes: Buffer, type: string): Promise<void> {
    await client.send(
      new PutObjectCommand({
        ...at(key),
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: type,
        ChecksumSHA256: createHash('sha256').update(bytes).digest('base64'),
      }),
      within(),
    );
  }
  const get = async (key: string): Promise<Buffer | undefined> => {
    const found = await ifThere(fetchBody(key, undefined));
    return found && Buffer.concat(await found.body.toArray());
  };
  const drop = (key: string) => client.send(new DeleteObjectCommand(at(key)), within());

  /** A bucket is listed in the order of its keys. */
  async function* list() {
    for (let next: string | undefined, isMore = true; isMore; ) {
      const question = new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(next && { ContinuationToken: next }),
      });
      const page = await orAway(client.send(question, within()));
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const key = Key.slice(prefix.length);
        const writtenAt = LastModified?.getTime() ?? Number.POSITIVE_INFINITY;
        // Whatever else lies in the bucket is nobody's business here.
        if (isFileKey(key)) yield { key, age: async () => Date.now() + clock.offset - writtenAt };
      }
      next = page.NextContinuationToken;
      isMore = page.IsTruncated === true;
    }
  }

  return {
    write: async (key, bytes) => {
      requireFileKey(key);
      await orAway(put(key, bytes, TYPES.get(key.slice(key.lastIndexOf('.') + 1)) ?? 'application/octet-stream'));
    },
    async read(key, part) {
      const found = isFileKey(key) ? await orAway(ifThere(fetchBody(key, part))) : undefined;
      if (!found) return undefined;
      const whole = part ?? { start: 0, end: found.size - 1 };
      return { stream: bytesFrom(resume(key, whole, found.body), () => found.body.destroy()), size: found.size };
    },
    async size(key) {
      if (!isFileKey(key)) return undefined;
      // By the listing: the answer to a HEAD has no body that could tell a missing object from a missing bucket.
      const question = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + key, MaxKeys: 1 });
      const { Contents = [] } = await orAway(client.send(question, within()));
      return Contents[0]?.Key === prefix + key ? Contents[0].Size : undefined;
    },
    remove: async (key) => {
      if (isFileKey(key)) await orAway(drop(key));
    },
    list,
    pathOf: async () => undefined,
    owner: {
      place: `the bucket ${bucket}${prefix && `/${prefix}`}`,
      read: () => orAway(get(OWNER).then((bytes) => bytes?.toString().trim())),
      write: (identity) => orAway(put(OWNER, Buffer.from(`${identity}\n`), 'text/plain')),
    },
    async probe() {
      const name = `quickfleet-probe-${randomKey(8)}`;
      const bytes = Buffer.from(`written by the doctor, ${randomKey()}`);
      const step = async <T>(what: string, work: Promise<T>): Promise<T> =>
        work.catch((error: unknown) => {
          throw new Error(`${what}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`);
        });
      await step('An object could not be written', put(name, bytes, 'text/plain'));
      const read = await step('What was written could not be read', get(name));
      if (!read?.equals(bytes)) throw new Error('What was read is not what had been written.');
      const isPublic = await isReadableByAnybody(client, bucket, prefix + name, config);
      await step('What was written could not be deleted', drop(name));
      if ((await step('What was deleted could not be asked for', get(name))) !== undefined)
        throw new Error('An object could still be read after it was deleted.');
      if (isPublic)
        throw new Error('Anybody can read the objects of this bucket without a key: photos and signatures are public.');
    },
  };
}

/** Asks for an object as a stranger would. */
async function isReadableByAnybody(client: S3Client, bucket: string, key: string, config: Config): Promise<boolean> {
  const { protocol, hostname, port, path } = (await client.config.endpoint?.()) ?? {
    protocol: 'https:',
    hostname: `s3.${config.S3_REGION}.amazonaws.com`,
    port: undefined,
    path: '/',
  };
  const isPathStyle = await client.config.forcePathStyle;
  const host = `${isPathStyle ? '' : `${bucket}.`}${hostname}${port ? `:${port}` : ''}`;
  const address = `${protocol}//${host}${path.replace(/\/?$/, '/')}${isPathStyle ? `${bucket}/` : ''}${key}`;
  const answer = await ask(address, { signal: AbortSignal.timeout(SILENCE_MS) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Makes the bucket when there is none; answers whether it did. */
export async function makeBucket(config: Config, bucket: string): Promise<boolean> {
  const { client } = openClient(config);
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(QUESTION_MS) });
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.name === 'BucketAlreadyOwnedByYou') return false;
    throw new Error(`The bucket ${bucket} could not be made: ${error instanceof Error ? error.message : error}`);
  } finally {
    client.destroy();
  }
}
