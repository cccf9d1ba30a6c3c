import type { Template, TemplateType, TemplateVersion } from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import type { Difference } from '../../../components/feedback/conflict-notice.tsx';

export const valuesOf = ({ name, trigger, subject, content }: Template) => ({ name, trigger, subject, content });
const typeNames: Readonly<Record<string, string>> = {
  customer: t('customer'),
  admin: t('admin'),
  driver: t('driver'),
  recipient: t('recipient'),
  sms: t('SMS'),
} satisfies Record<TemplateType, string>;
/** Who a template is written for. */
export const typeName = (type: string): string => typeNames[type] ?? type;
/** The colour of its badge. */
export const typeColor = (type: string): string => ({ customer: 'teal', driver: 'blue' })[type] ?? 'violet';
export type TemplateValues = ReturnType<typeof valuesOf>;

const names: readonly [field: keyof TemplateValues, name: string][] = [
  ['name', t('Template Name')],
  ['trigger', t('Trigger Event')],
  ['subject', t('Email Subject')],
  ['content', t('Email Content')],
];

export const isSame = (a: TemplateValues, b: TemplateValues): boolean =>
  names.every(([field]) => a[field] === b[field]);
export const differencesOf = (mine: TemplateValues, theirs: TemplateValues): Difference[] =>
  names
    .filter(([field]) => mine[field] !== theirs[field])
    .map(([field, name]) => ({ field: name, mine: mine[field], theirs: theirs[field] }));

type Words = Pick<TemplateVersion, 'name' | 'type' | 'trigger' | 'subject' | 'content'>;
const words = ['name', 'type', 'trigger', 'subject', 'content'] as const;
export interface WordsDifference {
  name: (typeof words)[number];
  from: string;
  to: string;
}
/** The fields in which two saved versions differ. */
export const differencesBetween = (from: Words, to: Words): WordsDifference[] =>
  words.filter((name) => from[name] !== to[name]).map((name) => ({ name, from: from[name], to: to[name] }));
