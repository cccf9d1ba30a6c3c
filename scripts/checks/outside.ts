// What meets the outside has one home, server/src/process/outside: a stream, a socket, a child, a timer or a promise
// without somebody who listens ends the process for everybody when it fails. Nothing else in the server makes one.
import { globSync, readFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { isNode, type Node, nodesOf } from '../build/words.ts';

const HOME = /^server\/src\/process\/outside\//;

/** Modules that make what meets the outside, and what of them makes nothing; or only what does. */
const modules: Readonly<Record<string, { only: readonly string[] } | { not: readonly string[] }>> = {
  '@aws-sdk/client-s3': { not: ['S3', 'S3Client', 'default', '*'] },
  '@opentelemetry/exporter-trace-otlp-http': { only: [] },
  '@smithy/node-http-handler': { only: [] },
  child_process: { only: [] },
  cluster: { only: [] },
  dgram: { only: [] },
  fs: { not: ['createReadStream', 'createWriteStream', 'watch', 'watchFile', 'default', '*'] },
  http: { only: ['IncomingMessage', 'METHODS', 'ServerResponse', 'STATUS_CODES'] },
  http2: { only: ['constants'] },
  https: { only: [] },
  net: { only: ['BlockList', 'isIP', 'isIPv4', 'isIPv6', 'Server', 'Socket'] },
  nodemailer: { only: [] },
  pg: { only: [] },
  stream: { only: ['Readable'] },
  'stream/promises': { only: ['finished'] },
  'tar-stream': { only: [] },
  timers: { only: [] },
  tls: { only: [] },
  undici: { only: [] },
  worker_threads: { only: [] },
  ws: { only: [] },
  yazl: { only: [] },
};
const mayImport = (module: string, name: string): boolean => {
  const rule = modules[module.replace(/^node:/, '')];
  if (!rule) return true;
  return 'only' in rule ? rule.only.includes(name) : !rule.not.includes(name);
};

const CALLS = new Set(['fetch', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout']);
const MADE = new Set(['EventSource', 'Readable', 'Server', 'WebSocket', 'Worker']);
const METHODS = new Set(['createReadStream', 'createWriteStream', 'nextTick', 'pipe', 'pipeThrough', 'pipeTo']);
const LISTENING = new Set(['addEventListener', 'addListener', 'on', 'once', 'prependListener', 'subscribe']);

const nameOf = (node: unknown): string => (isNode(node) ? String(node['name'] ?? '') : '');
const listOf = (node: Node, name: string): Node[] => ((node[name] ?? []) as unknown[]).filter(isNode);
const textOf = (node: unknown): string => (isNode(node) && node.type === 'Literal' ? String(node['value']) : '');

/** What a declaration imports that only the home may. */
function refusedImports(node: Node): string[] {
  if (node['importKind'] === 'type') return [];
  const module = textOf(node['source']);
  return listOf(node, 'specifiers')
    .filter((specifier) => specifier['importKind'] !== 'type')
    .map((specifier) => {
      if (specifier.type === 'ImportDefaultSpecifier') return 'default';
      return specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier['imported']);
    })
    .filter((name) => !mayImport(module, name))
    .map((name) => `${name} of ${module}`);
}

function refusedCall(node: Node, own: ReadonlySet<string>): string | undefined {
  const callee = node['callee'] as Node;
  const name = nameOf(callee);
  if (CALLS.has(name) && !own.has(name)) return `${name}()`;
  if (callee.type !== 'MemberExpression') return undefined;
  const method = nameOf(callee['property']);
  if (CALLS.has(method) && nameOf(callee['object']) === 'globalThis') return `${method}()`;
  if (METHODS.has(method)) return `.${method}()`;
  if (method === 'from' && nameOf(callee['object']) === 'Readable') return 'Readable.from()';
  const isAsync = listOf(node, 'arguments').some((given) => given['async'] === true);
  return LISTENING.has(method) && isAsync ? `an async function as a listener of .${method}()` : undefined;
}

/** What a node of the tree makes that only the home may make. */
function refusedIn(node: Node, own: ReadonlySet<string>): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return refusedImports(node);
    case 'ImportExpression': {
      const module = textOf(node['source']);
      return mayImport(module, '*') ? [] : [`import('${module}')`];
    }
    case 'NewExpression': {
      const name = nameOf(node['callee']);
      return MADE.has(name) ? [`new ${name}()`] : [];
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const name = nameOf(node['superClass']);
      return MADE.has(name) ? [`a class of ${name}`] : [];
    }
    case 'UnaryExpression':
      // Whoever does not wait for a promise begins it in the background, where its failure is told.
      return node['operator'] === 'void' ? ['void'] : [];
    case 'CallExpression': {
      const refused = refusedCall(node, own);
      return refused ? [refused] : [];
    }
    default:
      return [];
  }
}

/** Each place of a source that makes what only server/src/process/outside may make. */
export function outsideIn(source: string): string[] {
  const program = parseAst(source, { lang: 'ts' }) as unknown as Node;
  const nodes = [...nodesOf(program)];
  // The pauses of node:timers/promises are awaited, or found as floating promises by Biome.
  const own = new Set(
    nodes.filter(({ type }) => type === 'ImportSpecifier').map((specifier) => nameOf(specifier['local'])),
  );
  return nodes.flatMap((node) => {
    const line = source.slice(0, node.start).split('\n').length;
    return refusedIn(node, own).map((what) => `${line}: ${what} belongs in server/src/process/outside`);
  });
}

if (import.meta.main) {
  const files = globSync('server/src/**/*.ts').filter((file) => !HOME.test(file) && !file.endsWith('.test.ts'));
  const found = files.flatMap((file) => outsideIn(readFileSync(file, 'utf8')).map((place) => `${file}:${place}`));
  for (const place of found) console.error(place);
  if (found.length > 0) process.exit(1);
}
