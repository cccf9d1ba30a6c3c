/** A mail server on the loopback that takes everything and keeps nothing. scripts/bench.ts starts it. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { reportTo } from './child.ts';

const sink = new SMTPServer({
  authOptional: true,
  disableReverseLookup: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    stream.on('end', () => done());
    stream.resume();
  },
});
await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
const { port } = sink.server.address() as AddressInfo;
reportTo(process, { url: `smtp://127.0.0.1:${port}` }, () => new Promise((resolve) => sink.close(resolve)));
