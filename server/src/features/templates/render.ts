import { normalPaymentUrl } from '@quickfleet/shared/primitives';
import { knownTemplateVariables, type TemplateVariable, variablesOf } from '@quickfleet/shared/templates';
import { bodyOf, layout, type MailBrand } from './mail-layout.ts';

export type TemplateValues = Partial<Record<TemplateVariable, string>>;
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  unknownVariables: string[];
}

const SUBJECT_MAX = 250;
const NAME_SHOWN_MAX = 80;
// Braces with anything in them but braces: {{ #if x }} is a name too, and one that nothing fills.
const VARIABLE = /\{\{([^{}]{1,200})\}\}/g;
const isVariable = (name: string): name is TemplateVariable =>
  (knownTemplateVariables as readonly string[]).includes(name);

/** Names in {{…}} that nothing fills in a template of this type; they come out empty. */
export function findUnknownVariables(type: string, ...texts: string[]): string[] {
  const known: readonly string[] = variablesOf(type);
  const used = texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name = '']) => name.trim()));
  return [...new Set(used.filter((name) => !known.includes(name)))];
}

/**
 * One line without control characters and without those that turn the reading direction: a subject is a mail header.
 */
const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
const cut = (text: string, max: number) => [...text].slice(0, max).join('');

/**
 * Strangers type their name, and it goes to an address they typed: no link survives in it, and no mail program finds
 * one.
 */
const withoutLinks = (text: string): string =>
  text
    .replaceAll(/\b[a-z][a-z\d+.-]*:\/\/\S*|\bwww\.\S*/gi, ' ')
    .replaceAll(/(?<=\S)[.\u3002\uFF0E\uFF61](?=\p{L})/gu, '. ');
const plainName = (name: string): string => cut(oneLine(withoutLinks(name)), NAME_SHOWN_MAX);
/** A postal address, which a stranger may have typed too. */
const plainAddress = (address: string): string => oneLine(withoutLinks(address));
const webAddress = (address: string) => (/^https?:\/\/[^\s<>"'`]+$/i.test(address) ? address : '');
const shown: Partial<Record<TemplateVariable, (value: string) => string>> = {
  customerName: (name) => plainName(name) || 'Customer',
  driverName: plainName,
  trackingUrl: webAddress,
  proofUrl: webAddress,
  paymentLink: (address) => normalPaymentUrl(address) ?? '',
  adminUrl: webAddress,
  pickupAddress: plainAddress,
  deliveryAddress: plainAddress,
  jobUrl: webAddress,
  // A driver or a stranger with the code wrote into these.
  whatHappened: plainAddress,
  whatNext: plainAddress,
  noteOffice: plainAddress,
};
function shownValue(name: string, values: TemplateValues): string {
  if (!isVariable(name) || !Object.hasOwn(values, name)) return '';
  const value = oneLine(values[name] ?? '');
  return value === '' ? '' : (shown[name] ?? oneLine)(value);
}

/** One pass: what a value holds is never looked at again, so a name like {{paymentLink}} stays a name. */
const fill = (text: string, values: TemplateValues): string =>
  text.replaceAll(VARIABLE, (_, name: string) => shownValue(name.trim(), values));

const LABELLED = /^[^{}]*:\s*\{\{([^{}]{1,200})\}\}\s*$/;
/**
 * Leaves out a line that is nothing but a label and a variable without a value ('Driver: {{driverName}}' before there
 * is one).
 */
const withoutEmptyLines = (content: string, values: TemplateValues): string =>
  content
    .split('\n')
    .filter((line) => {
      const name = LABELLED.exec(line)?.[1]?.trim();
      return name === undefined || !isVariable(name) || shownValue(name, values) !== '';
    })
    .join('\n');

/** A template filled for one mail: subject in one line, a text part, and the same as HTML in the brand's one layout. */
export function renderMail(
  template: { subject: string; content: string; type?: string | undefined },
  values: TemplateValues,
  brand: MailBrand,
): RenderedMail {
  const subject = cut(oneLine(fill(template.subject, values)), SUBJECT_MAX) || brand.name;
  const content = withoutEmptyLines(template.content.replaceAll(/\r\n?/g, '\n'), values);
  const filled = fill(content, values)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return {
    subject,
    html: layout(subject, bodyOf(filled), brand),
    text: `${filled}\n\n-- \n${brand.name}\n${brand.supportPhone} · ${brand.supportEmail}\n`,
    unknownVariables: findUnknownVariables(template.type ?? 'customer', template.subject, template.content),
  };
}
