import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface CuttingProxy {
  /** The database's address through the proxy. */
  url: string;
  /** The next COMMIT reaches PostgreSQL and is carried out; its answer, and the connection with it, is lost. */
  cutAtNextCommit(): void;
  /** The next COMMIT never reaches PostgreSQL: the transaction is rolled back, and the app cannot know. */
  cutBeforeNextCommit(): void;
  /** How often a connection was cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** Stands between the app and PostgreSQL and can lose the answer to a COMMIT. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  let armed: 'before' | 'after' | undefined;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isCut = false;
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    client.on('data', (bytes) => {
      if (armed && /\bcommit\b/i.test(bytes.toString('latin1'))) {
        isCut = armed === 'after';
        const isBefore = armed === 'before';
        armed = undefined;
        if (isBefore) {
          cuts++;
          return void client.destroy();
        }
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (!isCut) return void client.write(bytes);
      // PostgreSQL has answered, so the transaction is committed.
      cuts++;
      client.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.toString(),
    cutAtNextCommit() {
      armed = 'after';
    },
    cutBeforeNextCommit() {
      armed = 'before';
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
