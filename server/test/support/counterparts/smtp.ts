import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Logger, runOnce } from 'graphile-worker';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { openJobPool, tasksOf } from '../../../src/jobs/worker.ts';
import { createMailer } from '../../../src/messages/outbox/mailer.ts';
import type { TestApp } from '../app.ts';

/** A received mail: parsed, with the envelope that the mail server got. */
export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] };
  raw: string;
}
/**
 * `refuse`: nobody listens. `hang`: takes the connection and says nothing. `busy`: 451. `reject`: 550. `drop`: takes
 * the mail and loses the connection before its 250 arrives. `hang once`: hangs at the next connection, and takes all
 * after it.
 */
export type Behaviour = 'accept' | 'refuse' | 'hang' | 'busy' | 'reject' | 'drop' | 'hang once';

export interface TestSmtp {
  url: string;
  mails: ReceivedMail[];
  /** Resolves in the moment in which that many mails have come. */
  received(count: number): Promise<void>;
  /** Mails to one address, in the order they came. */
  to(address: string): ReceivedMail[];
  behave(as: Behaviour): Promise<void>;
  /** Connections that were made so far. */
  connections(): number;
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** A real mail server with switchable faults. `pauseMs`: how long it thinks about each mail; `sizeMax`: larger ones are refused with 552. */
export async function startSmtp({ pauseMs = 0, sizeMax = 0 } = {}): Promise<TestSmtp> {
  let behaviour: Behaviour = 'accept';
  let made = 0;
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const loseConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (behaviour === 'hang once') behaviour = 'accept';
      else if (behaviour !== 'hang') done();
    },
    onRcptTo(_address, _session, done) {
      if (behaviour === 'busy') done(new Refusal(451, '4.3.0 Try again later'));
      else if (behaviour === 'reject') done(new Refusal(550, '5.1.1 No such mailbox'));
      else done();
    },
    async onData(stream, session, done) {
      // A sender that dies in the middle has sent nothing.
      const raw = await stream.toArray().then(Buffer.concat, () => undefined);
      if (!raw) return;
      if (sizeMax > 0 && raw.length > sizeMax) return done(new Refusal(552, '5.3.4 Message too big for system'));
      const parsed = await PostalMime.parse(raw);
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        ...parsed,
        raw: raw.toString('utf8'),
        envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((to) => to.address) },
      });
      for (const look of waiting) look();
      if (behaviour === 'drop') loseConnections();
      else if (pauseMs > 0) setTimeout(done, pauseMs);
      else done();
    },
  });
  // A connection that a test cuts is no error of the mail server.
  smtp.on('error', () => undefined);
  smtp.server.on('connection', (socket: Socket) => {
    made++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    received: (count) =>
      new Promise((done) => {
        const look = () => {
          if (mails.length < count) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
    to: (address) => mails.filter((mail) => mail.envelope.to.includes(address)),
    connections: () => made,
    async behave(as) {
      behaviour = as;
      loseConnections();
      if (as === 'refuse') await new Promise((done) => smtp.server.close(done));
      else if (!smtp.server.listening) {
        smtp.server.listen(port, '127.0.0.1');
        await once(smtp.server, 'listening');
      }
    },
    async close() {
      loseConnections();
      await new Promise<void>((done) => (smtp.server.listening ? smtp.server.close(() => done()) : done()));
    },
  };
}

/** Works off every job that is due, as the worker does; `again` brings forward those that wait for their next try. */
export async function deliverMails(app: TestApp, { again = false } = {}): Promise<void> {
  if (again)
    await app.sql('update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null');
  const mailer = createMailer(app.services.config);
  const pgPool = openJobPool(app.databaseUrl);
  await runOnce({
    pgPool,
    taskList: tasksOf(app.services, () => mailer),
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  await pgPool.end();
  mailer?.close();
}
