import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CERTIFICATE, startTlsReceiver } from '../../../test/support/counterparts/tls-receiver.ts';
import { startReceiver } from '../../../test/support/counterparts/webhook-receiver.ts';
import type { Resolve } from '../../security/public-address.ts';
import { send } from './webhook-sender.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const PUBLIC = '93.184.216.34';
const outgoing = (url: string) => ({ url, id: 'evt_1', body: '{}', secrets: [SECRET] });

/** Where this process tried to connect to; what is not this machine is cut off before it leaves. */
const attempts: string[] = [];
const watch = (message: unknown) => {
  const { socket } = message as { socket: Socket };
  socket.on('connectionAttempt', (address) => {
    attempts.push(address);
    if (address === PUBLIC) process.nextTick(() => socket.destroy(new Error('cut off by the test')));
  });
};
let authorities: string[];
beforeAll(() => {
  subscribe('net.client.socket', watch);
  authorities = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...authorities, CERTIFICATE]);
});
afterAll(() => {
  unsubscribe('net.client.socket', watch);
  tls.setDefaultCACertificates(authorities);
});

let receiver: Awaited<ReturnType<typeof startTlsReceiver>>;
beforeEach(async () => {
  attempts.length = 0;
  receiver = await startTlsReceiver();
});
afterEach(() => receiver.close());

/** A name server that gives one answer after the other. */
function answering(...answers: string[][]): Resolve & { asked: number } {
  const resolve = async () => {
    const answer = answers[Math.min(resolve.asked++, answers.length - 1)] ?? [];
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  resolve.asked = 0;
  return resolve;
}

describe('where webhooks are sent', () => {
  it('M23 a name that is public when it is checked and private afterwards is connected to where it was checked', async () => {
    const resolve = answering([PUBLIC], ['127.0.0.1']);
    const url = `https://rebind.example.com:${receiver.port}/`;
    const first = await send(outgoing(url), [], new Date(), resolve);
    expect(first.status).toBeNull();
    expect(first.error).toContain('cut off by the test');
    expect(resolve.asked).toBe(1);
    expect(attempts).toEqual([PUBLIC]);
    const second = await send(outgoing(url), [], new Date(), resolve);
    expect(second.error).toBe('rebind.example.com leads to a private or reserved network');
    expect(attempts).toEqual([PUBLIC]);
    expect(receiver.calls).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    [PUBLIC, '127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1', PUBLIC],
    ['169.254.169.254'],
    ['64:ff9b::7f00:1'],
  ])('M23 a name with one address that is not public is not called at all: %s', async (...addresses) => {
    const url = `https://private.example.com:${receiver.port}/`;
    const outcome = await send(outgoing(url), [], new Date(), answering(addresses));
    expect(outcome.error).toBe('private.example.com leads to a private or reserved network');
    expect(attempts).toEqual([]);
    expect(receiver.calls).toEqual([]);
  });

  it('M24 the checked address is asked for the name: in the handshake, in Host and in the certificate', async () => {
    const { port } = receiver;
    const allowed = ['hooks.example.com', 'other.example.com'];
    const local = answering(['127.0.0.1']);
    const outcome = await send(outgoing(`https://hooks.example.com:${port}/hook`), allowed, new Date(), local);
    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(receiver.calls).toEqual([{ servername: 'hooks.example.com', host: `hooks.example.com:${port}` }]);
    expect(attempts).toEqual(['127.0.0.1']);
    const other = await send(outgoing(`https://other.example.com:${port}/hook`), allowed, new Date(), local);
    expect(other.status).toBeNull();
    expect(other.error).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(receiver.calls).toHaveLength(1);
  });

  it('M23 a redirect to a private address is not followed', async () => {
    const inner = await startReceiver();
    const outer = await startReceiver((_, response) => response.writeHead(307, { location: inner.url }).end());
    const outcome = await send(outgoing(outer.url), ['127.0.0.1'], new Date());
    expect(outcome).toMatchObject({ status: 307, error: 'Answered 307: redirects are not followed' });
    expect(inner.received).toEqual([]);
    await inner.close();
    await outer.close();
  });
});
