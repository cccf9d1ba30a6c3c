/**
 * npm run client: makes the typed client of the REST API from openapi.json, as a package that a program installs. Its
 * tools need an older TypeScript than ours, so they are in a separate folder and installed there when needed.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cwd = resolve(import.meta.dirname, '../api-client');

// As the lock file says; asks no registry when everything is in place.
await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd });
await run(process.execPath, ['generate.mjs'], { cwd });
await run(process.execPath, [join(cwd, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd });
const { stdout } = await run('npm', ['pack', '--silent'], { cwd });
console.log(`api-client/${stdout.trim()} is ready. In the folder of your program: npm install ${cwd}/${stdout.trim()}`);
