import { readFile } from 'node:fs/promises';
import { canonicalJson, type Json } from '@quickfleet/shared/base/canonical-json';
import { STROKES_BYTES_MAX } from '@quickfleet/shared/delivery/proof/strokes';
import { strokesIn } from '@quickfleet/shared/delivery/proof/strokes-schema';
import { t } from '@quickfleet/shared/words/t';
import type { Form } from '../../http/bodies/multipart.ts';
import { badRequest, tooLarge } from '../../http/errors.ts';

const refused = () =>
  badRequest('BAD_STROKES', t('The strokes of the signature cannot be read'), [
    { path: 'strokes', message: t('No JSON') },
  ]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused();
  }
}

/**
 * What a signature was drawn from, as canonical JSON: the field `strokes` as text, or as a file where it is longer than
 * a field may be. null when it was not sent. 400 for anything that no pad draws, 413 for too much.
 */
export async function readStrokes({ fields, files }: Form): Promise<string | null> {
  const file = files.find(({ field }) => field === 'strokes');
  const given = file ? undefined : fields['strokes'];
  if (!file && (given === undefined || given === '' || given === null)) return null;
  if (file && file.size > STROKES_BYTES_MAX) throw tooLarge(t('The strokes of the signature are too long'));
  const value = file ? parsed(await readFile(file.path, 'utf8')) : typeof given === 'string' ? parsed(given) : given;
  return canonicalJson(strokesIn.parse(value) as unknown as Json);
}
