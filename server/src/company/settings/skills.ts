import { t } from '@quickfleet/shared/words/t';
import type { AppContext } from '../../http/context.ts';
import { invalid } from '../../http/errors.ts';
import { readCompany } from './company.service.ts';

/**
 * Refuses what is not in the company's list of skills, but for what was there before.
 *
 * @throws 400 at the path of the first word
 */
export async function requireSkills(
  ctx: AppContext,
  path: string,
  words: readonly string[] | undefined,
  before: readonly string[] = [],
): Promise<void> {
  const added = (words ?? []).filter((word) => !before.includes(word));
  if (added.length === 0) return;
  const { planning } = await readCompany(ctx.em);
  const unknown = added.find((word) => !planning.skills.includes(word));
  if (unknown === undefined) return;
  throw invalid(
    `${path}.${(words ?? []).indexOf(unknown)}`,
    t('{word} is not in the list of skills. An admin adds it in the settings', { word: unknown }),
  );
}
