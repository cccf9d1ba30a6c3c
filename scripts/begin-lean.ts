import { lean } from '../server/src/lib/lean.ts';

/** Begins again with these settings, as the same process; whoever has set the pools is left alone. */
export function beginLean(): void {
  if (process.platform !== 'linux' || !process.execve || process.env['MALLOC_ARENA_MAX']) return;
  const [node = '', ...rest] = process.argv;
  process.execve(node, [node, ...process.execArgv, ...rest], { ...lean, ...process.env });
}
