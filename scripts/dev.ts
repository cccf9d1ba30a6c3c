/** npm run dev: the server, restarted at every change, and the pages with hot reload in front of it. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createServer } from 'vite';

const root = resolve(import.meta.dirname, '..');
const port = process.env['PORT'] || '3000';
const pagesPort = 5173;
process.env['QUICKFLEET_API'] = `http://127.0.0.1:${port}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')], {
  stdio: 'inherit',
});
const pages = await createServer({ root: join(root, 'client'), server: { port: pagesPort, host: '127.0.0.1' } });
await pages.listen();
console.log(`Pages with hot reload: http://127.0.0.1:${pagesPort}/ (calls go to port ${port})`);

const stop = async () => {
  server.kill('SIGTERM');
  await pages.close();
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
server.once('exit', (code) => process.exit(code ?? 0));
