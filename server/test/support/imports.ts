import { setTimeout as pause } from 'node:timers/promises';
import type { Import, ImportRow } from '@quickfleet/shared/operations/imports';
import { workImport } from '../../src/operations/imports/imports.work.ts';
import type { Client, TestApp } from './app.ts';
import { ok } from './factories.ts';

export const csvFile = (text: string | Buffer, name = 'orders.csv') => ({
  field: 'file',
  name,
  type: 'text/csv',
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
});

/** Sends a file; nothing of it is checked before `work`. */
export const sendFile = (
  who: Client,
  kind: string,
  text: string | Buffer,
  more: Record<string, string> = {},
  name?: string,
) => who.form('POST', '/api/v1/imports', { kind, ...more }, [csvFile(text, name)]);

export const readImportOf = async (who: Client, id: number): Promise<Import> =>
  ok(await who.get(`/api/v1/imports/${id}`));

/** Does what the queue would do, until nothing of an import is left to be done. */
export async function work(app: TestApp, who: Client, id: number): Promise<Import> {
  for (;;) {
    await workImport(app.services, { id });
    const found = await readImportOf(who, id);
    if (!found.isUndoing && !['checking', 'importing'].includes(found.state)) return found;
    await pause(1);
  }
}

/** Sends a file and has it checked. */
export async function check(
  app: TestApp,
  who: Client,
  kind: string,
  text: string | Buffer,
  more: Record<string, string> = {},
  name?: string,
): Promise<Import> {
  const { id } = ok<Import>(await sendFile(who, kind, text, more, name));
  return work(app, who, id);
}

export async function commit(app: TestApp, who: Client, id: number, body: object = {}): Promise<Import> {
  ok(await who.post(`/api/v1/imports/${id}/commit`, body));
  return work(app, who, id);
}

export const rowsOf = async (who: Client, id: number, query = ''): Promise<ImportRow[]> =>
  ok<{ data: ImportRow[] }>(await who.get(`/api/v1/imports/${id}/rows?limit=100${query}`)).data;
