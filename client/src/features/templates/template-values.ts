import type { Template } from '@quickfleet/shared/templates';
import type { Difference } from '../../components/conflict-notice.tsx';

export const valuesOf = ({ name, trigger, subject, content }: Template) => ({ name, trigger, subject, content });
export type TemplateValues = ReturnType<typeof valuesOf>;

const names: readonly [field: keyof TemplateValues, name: string][] = [
  ['name', 'Template Name'],
  ['trigger', 'Trigger Event'],
  ['subject', 'Email Subject'],
  ['content', 'Email Content'],
];

export const isSame = (a: TemplateValues, b: TemplateValues): boolean => names.every(([field]) => a[field] === b[field]);
export const differencesOf = (mine: TemplateValues, theirs: TemplateValues): Difference[] =>
  names.filter(([field]) => mine[field] !== theirs[field]).map(([field, name]) => ({ field: name, mine: mine[field], theirs: theirs[field] }));
