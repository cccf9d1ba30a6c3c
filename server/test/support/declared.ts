import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ApiDocument } from '../../src/rest/openapi/openapi.ts';

const document: ApiDocument = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../openapi.json'), 'utf8'));
const escaped = (text: string) => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
// Paths with fewer parameters first, so that /orders/labels.pdf is not taken for /orders/{id}.
const paths = Object.entries(document.paths)
  .map(([path, item]) => ({
    item,
    names: path.split('{').length,
    pattern: new RegExp(`^${escaped(path).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted((a, b) => a.names - b.names);

/**
 * Throws if a call answered with a 4xx that openapi.json does not declare for it. Paths that are not in the document are
 * ignored.
 */
export function requireDeclared(method: string, url: string, status: number): void {
  if (status < 400 || status >= 500) return;
  const path = url.split('?')[0] ?? '';
  const found = paths.find(({ pattern }) => pattern.test(path))?.item;
  const operation = found?.[method.toLowerCase() as 'get'];
  if (operation && !operation.responses[String(status)])
    throw new Error(`openapi.json does not declare ${status} for ${method} ${path} (${operation.operationId})`);
}
