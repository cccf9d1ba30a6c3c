/**
 * Another program that receives events on the loopback: takes them below /takes and refuses them below /fails. It counts
 * what it was sent. scripts/bench.ts starts it.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportTo } from './child.ts';

const asked = { taken: 0, refused: 0 };
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const isTaken = request.url?.startsWith('/takes') ?? false;
    asked[isTaken ? 'taken' : 'refused']++;
    response.writeHead(isTaken ? 200 : 500).end();
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;
const stop = () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
reportTo(process, { url: `http://127.0.0.1:${port}` }, stop, { asked: async () => ({ ...asked }) });
