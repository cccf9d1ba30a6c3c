import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { pathWithin } from '../../security/safe-path.ts';

type Folders = Pick<Config, 'EXPORT_DIR' | 'DATA_DIR'>;

/** EXPORT_DIR, or the folder `exports` in DATA_DIR. */
const exportFolder = ({ EXPORT_DIR, DATA_DIR }: Folders): string =>
  EXPORT_DIR ? resolve(EXPORT_DIR) : join(resolve(DATA_DIR), 'exports');

/** Where the file of an export is. */
export const exportFile = (config: Folders, id: number): string => pathWithin(exportFolder(config), `export-${id}.zip`);

export const makeExportFolder = (config: Folders): Promise<unknown> => makeFolder(exportFolder(config), 0o700);

/** Removes the file of an export, however far it has come. */
export async function removeExportFile(config: Folders, id: number): Promise<void> {
  const file = exportFile(config, id);
  await rm(file, { force: true });
  await rm(`${file}.partial`, { force: true });
}
