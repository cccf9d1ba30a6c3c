/**
 * npm run verify -- PACK.zip                    checks an evidence pack; the company's keys come from PUBLIC_URL, or from
 *                                               the server that runs here
 * npm run verify -- PACK.zip --keys FILE|URL    compares with the keys in a file or at an address
 * npm run verify -- PACK.zip --json             the same for programs
 * Exit code 0: intact and signed by the company; 1: something differs; 2: intact, but the signer was not checked.
 * Needs no database; the format is docs/evidence.md.
 */
import { existsSync, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { checkPack, type PackReport } from '@quickfleet/shared/delivery/evidence/check-pack';
import { keyDocument } from '@quickfleet/shared/delivery/evidence/evidence';
import type { KeyDocument } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { KEYS_PATH } from '@quickfleet/shared/delivery/evidence/evidence-format';
import { webCrypto } from '@quickfleet/shared/delivery/evidence/pack-crypto';
import { readConfig } from '../server/src/config.ts';
import { printable } from '../server/src/security/safe-path.ts';

const KEYS_MS = 5000;

async function readKeys(place: string): Promise<KeyDocument> {
  const text = URL.canParse(place)
    ? await fetch(place, { signal: AbortSignal.timeout(KEYS_MS) }).then((answer) => answer.text())
    : await readFile(place, 'utf8');
  return keyDocument.parse(JSON.parse(text));
}

/** The keys that were named; else those of this installation, when it answers. */
async function findKeys(named: string | undefined): Promise<KeyDocument | undefined> {
  if (named) return readKeys(named);
  const { PUBLIC_URL, PORT } = readConfig();
  const place = `${PUBLIC_URL ?? `http://127.0.0.1:${PORT}`}${KEYS_PATH}`;
  return readKeys(place).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`No keys at ${place} (${printable(reason)}). Name them with --keys FILE or --keys URL.`);
    return undefined;
  });
}

function describe({ isIntact, problem, manifest, key, lines, erasedLines }: PackReport): string {
  if (problem) return printable(`DIFFERS at ${problem.where}: ${problem.sentence}`);
  if (!manifest) return 'DIFFERS';
  const { company, order, created, files, absent } = manifest;
  const gone = [
    erasedLines > 0 ? `${erasedLines} lines have lost their words` : '',
    absent.length > 0
      ? `${absent.length} files are gone (${[...new Set(absent.map(({ reason }) => reason))].join(', ')})`
      : '',
  ].filter(Boolean);
  return [
    `${isIntact ? 'INTACT' : 'AGREES WITH ITSELF'}: order ${order.trackingNumber} of ${company}, made ${created}`,
    `${lines} lines of history, ${files.length} files, key ${manifest.key.kid} (${key === 'known' ? 'the company’s' : 'not compared with the company’s'})`,
    ...(gone.length > 0 ? [`Erased as it should be: ${gone.join('; ')}`] : []),
  ]
    .map(printable)
    .join('\n');
}

const usage = 'Usage: npm run verify -- PACK.zip [--keys FILE|URL] [--json]';
try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { values, positionals } = parseArgs({
    options: { keys: { type: 'string' }, json: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [path, ...more] = positionals;
  if (!path || more.length > 0) throw new Error(usage);
  const keys = await findKeys(values.keys);
  const report = await checkPack(await openAsBlob(path), { crypto: webCrypto, keys });
  const json = () => JSON.stringify(report, undefined, 2).split('\n').map(printable).join('\n');
  console.log(values.json ? json() : describe(report));
  process.exitCode = report.problem ? 1 : report.isIntact ? 0 : 2;
} catch (error) {
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}
