/**
 * npm start: builds the pages and compiles the server when their sources changed since the last time, then runs it. With
 * --demo it fills an empty database.
 */
import { buildClientApart, writeBrotliApart } from './build/build-client.ts';
import { compileAhead } from './build/compile-ahead.ts';

if (import.meta.main) {
  await Promise.all([buildClientApart(), compileAhead()]);
  const { serve } = await import('../server/src/server.ts');
  if (process.argv.includes('--demo')) {
    const { prepareDemo } = await import('../server/src/demo/prepare.ts');
    await serve({ config: { isDemo: true, ribbon: 'demo' }, prepare: prepareDemo });
  } else {
    await serve();
  }
  writeBrotliApart();
}
