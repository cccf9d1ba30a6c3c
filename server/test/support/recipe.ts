import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { codeOf } from './code-of-page.ts';

type Environment = Record<string, string>;
const PATH = process.env['PATH'] ?? '';

/** The first program of a recipe in a file. The file is deleted when the test ends. */
async function fileOf(recipe: string): Promise<{ folder: string; file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'quickfleet-recipe-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.mjs');
  const [code = ''] = await codeOf(`docs/api/recipes/${recipe}.md`, 'js');
  await writeFile(file, code);
  return { folder, file };
}

/** A recipe that runs and ends. Each call runs it once more, in the same folder; a failure rejects with its output. */
export async function programOf(recipe: string, env: Environment): Promise<() => Promise<string>> {
  const { folder, file } = await fileOf(recipe);
  return async () =>
    (await promisify(execFile)(process.execPath, [file], { cwd: folder, env: { PATH, ...env } })).stdout;
}

/** A recipe that listens, until the test ends; answers its address. */
export async function serverOf(recipe: string, env: Environment): Promise<string> {
  const { folder, file } = await fileOf(recipe);
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill());
  return `http://127.0.0.1:${await portOf(child)}`;
}

function portOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, port] = /listening on (\d+)/.exec(output) ?? [];
      if (port) done(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => fail(new Error(`The recipe ended with ${code}: ${output}`)));
  });
}
