import type { DefaultTemplate } from './defaults.parts.ts';
import { smsTemplates } from './defaults.sms.ts';
import { defaultTemplates } from './defaults.ts';

interface Place {
  type: string;
  trigger: string;
}
/** What tells templates apart: a step has one for mails and one for text messages. */
export const placeOf = ({ type, trigger }: Place): string => `${type === 'sms'} ${trigger}`;

/** All templates of the product in the present language. */
export const productTemplates = (): DefaultTemplate[] => [...defaultTemplates(), ...smsTemplates()];

/** The product's own at the place of a template of the company. */
export const productTemplateAt = ({ type, trigger }: Place): DefaultTemplate | undefined =>
  (type === 'sms' ? smsTemplates() : defaultTemplates()).find((known) => known.trigger === trigger);
