/** What the commands for an operator share: settings, signals, and an end with a sentence. */
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../server/src/config.ts';
import { printable } from '../server/src/security/safe-path.ts';

const MEANING: Record<string, string> = {
  EACCES: 'permission denied; run this as the user that runs QuickFleet',
  EPERM: 'permission denied; run this as the user that runs QuickFleet',
  ENOSPC: 'no space is left on this disk',
  EDQUOT: 'the quota of this disk is used up',
  EROFS: 'this disk is read-only',
  ENOTDIR: 'a part of this path is no folder',
  EISDIR: 'this is a folder',
};

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const meaning = 'code' in error ? MEANING[String(error.code)] : undefined;
  const path = 'path' in error ? String(error.path) : 'QuickFleet';
  return meaning ? `${path}: ${meaning}.` : error.message;
}

/**
 * Runs a command with the settings of the environment and of a .env file. Ctrl-C and SIGTERM abort its signal, and it
 * ends in order. Exit code 0, or 1 with a sentence.
 */
export async function runCommand(work: (config: Config, signal: AbortSignal) => Promise<void>): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => ending.abort(new Error('Interrupted; nothing was left behind.')));
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    await work(readConfig(), ending.signal);
  } catch (error) {
    console.error(printable(sentenceOf(ending.signal.aborted ? ending.signal.reason : error)));
    process.exitCode = 1;
  }
}
