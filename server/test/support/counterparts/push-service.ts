import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { closeServer } from '../close-server.ts';

/** A phone's half of a subscription, and what opens the messages for it (RFC 8291, aes128gcm of RFC 8188). */
export function phoneKeys() {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    open(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const length = body.readUInt8(20);
      const theirs = body.subarray(21, 21 + length);
      const shared = ecdh.computeSecret(theirs);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs]);
      const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
      const keyOf = (what: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
      const decipher = createDecipheriv('aes-128-gcm', keyOf('aes128gcm', 16), keyOf('nonce', 12));
      const sealed = body.subarray(21 + length);
      decipher.setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'));
    },
  };
}

/** A browser maker's push service, with configurable answers. */
export async function startPushService() {
  const received: { path: string; headers: NodeJS.Dict<string | string[]>; body: Buffer }[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(await request.toArray()),
    });
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    origin,
    received,
    answer(next: number) {
      status = next;
    },
    close: () => closeServer(server),
  };
}
