import { type Language, languages } from '@quickfleet/shared/words/languages';
import { language } from '@quickfleet/shared/words/t';
import { c, select } from '../../db/rows.ts';
import { inLanguage } from '../../words/speak.ts';
import type { DefaultTemplate } from './defaults/defaults.parts.ts';

/** What a mail or a text message needs to know of a template of the company. */
export const keptTemplate = select({
  id: c.int('id'),
  version: c.int('version'),
  type: c.text('type'),
  subject: c.text('subject'),
  content: c.text('content'),
  language: c.oneOf(languages, 'language').nullable(),
  enabled: c.bool('enabled'),
});
interface Kept {
  subject: string;
  content: string;
  language: Language | null;
}

type Words = Pick<Kept, 'subject' | 'content'>;
/** Whether these words are what the product says by default, in another language than the present one. */
function isDefaultElsewhere({ subject, content }: Words, byDefault: () => DefaultTemplate | undefined): boolean {
  const isDefaultIn = (one: Language): boolean => {
    const known = inLanguage(one, byDefault);
    return known?.subject === subject && known.content === content;
  };
  return !isDefaultIn(language()) && languages.some(isDefaultIn);
}

/** A template of the company as its screen has it: as long as it was not edited, it follows the company's language. */
export function inCompanyLanguage<Template extends Kept & { name: string }>(
  template: Template,
  byDefault: () => DefaultTemplate | undefined,
  company: Language,
): Template {
  if (template.language !== null) return template;
  return inLanguage(company, () => {
    const own = byDefault();
    if (!own) return template;
    const hasOurName = languages.some((one) => inLanguage(one, byDefault)?.name === template.name);
    const { subject, content } = isDefaultElsewhere(template, byDefault) ? own : template;
    return { ...template, name: hasOurName ? own.name : template.name, subject, content };
  });
}

/**
 * The company's template for the present reader: the one in their language, else the one for everybody. Where that says
 * no more than the product does by default in another language, the reader has the product's own words: `isDefault`.
 */
export function templateForReader<Template extends Kept>(
  kept: readonly Template[],
  byDefault: () => DefaultTemplate | undefined,
): { template: Template; isDefault: boolean } | undefined {
  const own = kept.find((template) => template.language === language());
  const template = own ?? kept.find((one) => one.language === null);
  if (!template) return undefined;
  return { template, isDefault: !own && isDefaultElsewhere(template, byDefault) };
}
