import { createHash } from 'node:crypto';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFauxqs } from 'fauxqs';
import type { Config } from '../../../src/config.ts';
import { closeServer } from '../close-server.ts';

/** What becomes of a request to the store. */
export type Fault =
  /** 503, as a store says that is overloaded. */
  | 'away'
  /** Taken, and never answered. */
  | 'silent'
  /** Carried out, and the connection is cut instead of an answer. */
  | 'lost'
  /** The second half of the body never comes: the connection is cut, or stays open. */
  | 'cut'
  | 'stalled'
  /** The body arrives changed, and the store notices by the checksum. */
  | 'garbled';

export interface TestBucket {
  settings: Pick<
    Config,
    | 'FILES_STORE'
    | 'S3_ENDPOINT'
    | 'S3_BUCKET'
    | 'S3_REGION'
    | 'S3_PREFIX'
    | 'S3_ACCESS_KEY_ID'
    | 'S3_SECRET_ACCESS_KEY'
  >;
  /** The next so many requests with this method suffer from it; all of them without a number. */
  fail(fault: Fault, method?: string, times?: number): void;
  heal(): void;
  /** Milliseconds by which the store's clock differs from ours. */
  setClock(offset: number): void;
  /** Whether requests without a signature are answered. */
  setPublic(isPublic: boolean): void;
  /** Requests since the start, faulty ones included. */
  requests(): number;
  close(): Promise<void>;
}

const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray());

/** An S3 server in this process, with a faulty proxy between it and its clients. */
export async function startBucket(): Promise<TestBucket> {
  const store = await startFauxqs({ port: 0, logger: false });
  store.createBucket('fleet-files');
  let fault: { kind: Fault; method: string | undefined; left: number } | undefined;
  let isPublic = false;
  let offset = 0;
  let requests = 0;
  const faultFor = ({ method }: IncomingMessage): Fault | undefined => {
    if (!fault || fault.left <= 0 || (fault.method && fault.method !== method)) return undefined;
    fault.left--;
    return fault.kind;
  };
  const passOn = (message: IncomingMessage, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((done, refuse) => {
      const call = ask(
        { port: store.port, host: '127.0.0.1', method: message.method, path: message.url, headers: message.headers },
        async (answer) => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: await bodyOf(answer) }),
      );
      call.once('error', refuse);
      call.end(body);
    });
  const garbled = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(0) ^ 0xff, 0);
    return changed;
  };
  const serve = async (message: IncomingMessage, reply: ServerResponse) => {
    requests++;
    const kind = faultFor(message);
    const body = await bodyOf(message);
    if (!message.headers.authorization && !isPublic) return void reply.writeHead(403).end();
    if (kind === 'silent') return;
    if (kind === 'away') return void reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    const arrived = kind === 'garbled' ? garbled(body) : body;
    const checksum = message.headers['x-amz-checksum-sha256'];
    if (checksum && checksum !== createHash('sha256').update(arrived).digest('base64'))
      return void reply.writeHead(400).end('<Error><Code>BadDigest</Code></Error>');
    const answer = await passOn(message, arrived);
    if (kind === 'lost') return void message.socket.destroy();
    reply.writeHead(answer.status, { ...answer.headers, date: new Date(Date.now() + offset).toUTCString() });
    if (kind !== 'cut' && kind !== 'stalled') return void reply.end(answer.body);
    reply.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => {
      if (kind === 'cut') message.socket.destroy();
    });
  };
  const proxy = createServer((message, reply) => {
    serve(message, reply).catch(() => message.socket.destroy());
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return {
    settings: {
      FILES_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      S3_BUCKET: 'fleet-files',
      S3_REGION: 'us-east-1',
      S3_PREFIX: 'quickfleet/',
      S3_ACCESS_KEY_ID: 'test-key',
      S3_SECRET_ACCESS_KEY: 'test-secret-of-the-bucket',
    },
    fail(kind, method, times = Number.POSITIVE_INFINITY) {
      fault = { kind, method, left: times };
    },
    heal() {
      fault = undefined;
    },
    setClock(milliseconds) {
      offset = milliseconds;
    },
    setPublic(value) {
      isPublic = value;
    },
    requests: () => requests,
    async close() {
      await closeServer(proxy);
      await store.stop();
    },
  };
}
