import { lean } from '../server/src/lib/lean.ts';
import { buildClientApart } from './build-client.ts';
import { compileAhead } from './compile-ahead.ts';

/** Begins again with these settings, as the same process; whoever has set the pools is left alone. */
export function beginLean(): void {
  if (process.platform !== 'linux' || !process.execve || process.env['MALLOC_ARENA_MAX']) return;
  const [node = '', ...rest] = process.argv;
  process.execve(node, [node, ...process.execArgv, ...rest], { ...lean, ...process.env });
}

const hasBegunLean = (): boolean => Object.entries(lean).every(([name, value]) => process.env[name] === value);

/** Builds the pages and compiles the server when their sources have changed; once for a start that begins again. */
export async function buildWhatChanged(): Promise<void> {
  if (!hasBegunLean()) await Promise.all([buildClientApart(), compileAhead()]);
}
