/**
 * npm start: builds the pages when their sources changed since the last build, then runs the server. With --demo it
 * fills an empty database.
 */
import { beginLean } from './begin-lean.ts';
import { buildClientApart } from './build-client.ts';
import { compileAhead } from './compile-ahead.ts';

if (import.meta.main) {
  await Promise.all([buildClientApart(), compileAhead()]);
  beginLean();
  const { serve } = await import('../server/src/server.ts');
  if (process.argv.includes('--demo')) {
    const { prepareDemo } = await import('../server/src/demo/prepare.ts');
    await serve({ config: { isDemo: true }, prepare: prepareDemo });
  } else {
    await serve();
  }
}
