import { once } from 'node:events';
import type { Server } from 'node:http';

/** Closes a counterpart. Browsers hold connections that they have not used yet; `close` alone waits for them. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
