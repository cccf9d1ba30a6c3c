import { z } from 'zod';
import { languages } from './languages.ts';
import { t } from './t.ts';

const chosen = z.union([z.null(), z.enum(languages)], {
  error: () => t('Choose one of {languages}', { languages: languages.join(', ') }),
});

/** The language that a customer is written to in; null leaves it to the company's. */
export const languageIn = chosen
  .optional()
  .meta({ description: 'Of e-mails, pages and papers for the customer; null is the company’s', example: 'de' });
export const languageOut = z
  .enum(languages)
  .nullable()
  .meta({ description: 'Of e-mails, pages and papers for the customer; null is the company’s', example: 'en' });

/** The language of somebody who signs in. */
export const ownLanguageIn = chosen
  .optional()
  .meta({ description: 'Of screens and e-mails; null is what the browser asks for', example: 'de' });
export const ownLanguageOut = z
  .enum(languages)
  .nullable()
  .meta({ description: 'Of screens and e-mails; null is what the browser asks for', example: 'en' });

/** The language of those who read a template of the company. */
const templateMeta = {
  description: 'Of its readers; null is for everybody without a template in their own language',
  example: 'de',
};
export const templateLanguageIn = chosen.optional().meta(templateMeta);
export const templateLanguageOut = z.enum(languages).nullable().meta(templateMeta);
