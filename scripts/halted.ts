/** Serves one page that says what happened, after the server ended five times within a minute (scripts/supervise.sh). */
import { existsSync } from 'node:fs';
import { readConfig } from '../server/src/config.ts';
import { haltedServer } from '../server/src/pages/halted-page.ts';
import { print, printError } from '../server/src/process/log-output.ts';
import { Supervision } from '../server/src/process/supervised.ts';

/** Then the server is tried again: what was in its way may be gone. */
const TRY_AGAIN_MS = 10 * 60_000;

if (import.meta.main) {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { endBefore } = new Supervision(process.env);
  const { PORT, HOST, ...company } = readConfig(process.env);
  const server = haltedServer(company, endBefore?.at ?? new Date());
  const end = (code: number) => {
    server.closeAllConnections();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) process.on(signal, () => end(0));
  process.on('SIGHUP', () => undefined);
  server.on('error', (error) => {
    printError(`QuickFleet cannot start: ${error.message}`);
    end(1);
  });
  server.listen(PORT, HOST);
  print(
    JSON.stringify({
      level: 60,
      time: Date.now(),
      ...endBefore,
      msg: 'ended too often within a minute: serving one page, and trying again in ten minutes',
    }),
  );
  setTimeout(() => end(0), TRY_AGAIN_MS);
}
