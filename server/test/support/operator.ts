import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { COMPILED } from './process.ts';

const SCRIPTS = resolve(import.meta.dirname, '../../../scripts');

export interface CommandEnd {
  code: number | null;
  output: string;
}
export interface RunningCommand {
  pid: number;
  ended: Promise<CommandEnd>;
}

/** Starts a command of an operator (`backup`, `restore`, `doctor`) as npm would, in a separate process. */
export function startCommand(name: string, args: string[], environment: Record<string, string>): RunningCommand {
  const child = spawn(process.execPath, [`${SCRIPTS}/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], ...COMPILED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return {
    pid: child.pid ?? 0,
    ended: new Promise((done) => child.once('close', (code) => done({ code, output }))),
  };
}

export const runCommand = (name: string, args: string[], environment: Record<string, string>): Promise<CommandEnd> =>
  startCommand(name, args, environment).ended;
