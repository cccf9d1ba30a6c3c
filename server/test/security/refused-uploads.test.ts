import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let url: string;
const MB = 1024 * 1024;
const BODY = 60 * MB;
beforeAll(async () => {
  app = await createTestApp();
  url = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const LONG = 'x'.repeat(11 * 1024);
const longField = `--x\r\nContent-Disposition: form-data; name="notes"\r\n\r\n${LONG}\r\n`;
const aPhoto = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n';

/** Sends the head of a 60 MB form and then more of it for as long as it is taken, whatever the answer is. */
async function insist(path: string, headers: string, begin: string): Promise<{ answer: string; socket: Socket }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${BODY}\r\n\r\n${begin}`,
  );
  const more = Buffer.alloc(64 * 1024, 1);
  const send = () => {
    while (!socket.destroyed && socket.bytesWritten < BODY - MB && socket.write(more));
  };
  socket.on('drain', send);
  send();
  const [answer] = await once(socket, 'data');
  return { answer: String(answer), socket };
}

describe('T-16 the body of a refused upload', { timeout: 30_000 }, () => {
  it.for([
    ['refused in its middle', '/api/v1/uploads', '', longField + aPhoto, 413],
    ['refused before it is looked at', '/api/driver/signature', 'Sec-Fetch-Site: cross-site\r\n', aPhoto, 403],
    ['sent to an address that does not exist', '/api/v1/nowhere', '', aPhoto, 404],
  ] as const)(
    'S25 %s is answered, and cut off when its sender continues',
    async ([_what, path, headers, begin, status]) => {
      const { answer, socket } = await insist(path, headers, begin);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const before = socket.bytesWritten;
      await expect.poll(() => socket.destroyed).toBe(true);
      // What the kernels of both sides hold comes on top of what is read.
      expect(socket.bytesWritten - before).toBeLessThan(20 * MB);
    },
  );

  it('S25 lets its sender read the answer, however much of it there is', async () => {
    for (const megabytes of [0.1, 3, 40]) {
      const form = new FormData();
      form.append('notes', LONG);
      form.append('files', new Blob([new Uint8Array(megabytes * MB)], { type: 'image/jpeg' }), 'a.jpg');
      const answer = await fetch(`${url}/api/v1/uploads`, { method: 'POST', body: form });
      expect([answer.status, await answer.json()]).toMatchObject([413, { error: 'One of the fields is too long' }]);
    }
  });

  it('S25 of a small one leaves the connection to the next request', async () => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const body = `${longField}${aPhoto}${'x'.repeat(MB / 8)}\r\n--x--\r\n`;
    socket.write(
      `POST /api/v1/uploads HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 413 /);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
    await once(socket, 'close');
  });
});
