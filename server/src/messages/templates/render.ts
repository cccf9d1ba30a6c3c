import { email, normalPaymentUrl } from '@quickfleet/shared/base/primitives';
import { plainText, SMS_PARTS_MAX, smsParts } from '@quickfleet/shared/messages/sms';
import { knownTemplateVariables, type TemplateVariable, variablesOf } from '@quickfleet/shared/messages/templates';
import { t } from '@quickfleet/shared/words/t';
import { bodyOf, type Line, layout, type MailBrand, readableOf, textOf, type Words } from './mail-layout.ts';

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

const SCHEME = /(?<![a-z\d+.-])[a-z\d+.-]*[:\uFF1A\uFE55][/\\\uFF0F\u2044\u2215]{2,}/gi;
/** Those that mail programs open without two slashes. */
const SHORT_SCHEME =
  /(?:https?|ftps?|mailto|tel|sms|mms|callto|facetime|skype|sips?|xmpp|whatsapp|javascript|vbscript|data|file|geo|maps|webcal|intent|magnet)\s?[:\uFF1A\uFE55](?=\S)/gi;
const TWO_SLASHES = /(?<!\S)[/\\\uFF0F\u2044\u2215]{2,}(?=[\p{L}\p{N}])/gu;
const WWW = /(?<![\p{L}\p{N}])www\d{0,3}[.\u2024\u3002\uFE52\uFF0E\uFF61]/giu;
const DOT_OF_DOMAIN = /(?<=\S)[.\u2024\u3002\uFE52\uFF0E\uFF61](?=[\p{Cf}\p{M}]*\p{L})/gu;
/**
 * What somebody outside wrote, as words alone: an address in it has no scheme, and its domain is apart, so that no mail
 * program makes a link of it.
 */
export const plainWords = (text: string): string =>
  oneLine(
    text
      .replaceAll(SCHEME, '')
      .replaceAll(SHORT_SCHEME, ' ')
      .replaceAll(TWO_SLASHES, '')
      .replaceAll(WWW, '')
      .replaceAll(DOT_OF_DOMAIN, '. '),
  );

/** Strangers type their name, and it goes to an address they typed: an address in it is left out altogether. */
const plainName = (name: string): string =>
  cut(plainWords(name.replaceAll(/(?<![a-zA-Z\d+.-])[a-zA-Z\d+.-]*:\/\/\S*|\b[wW]{3}\.\S*/g, ' ')), NAME_SHOWN_MAX);
const plainEmail = (address: string): string => (email().safeParse(address).success ? address : plainWords(address));
const webAddress = (address: string) => (/^https?:\/\/[^\s<>"'`]+$/i.test(address) ? address : '');

/** Where the words of a variable come from: ours may be a link or a button, and those of others never are. */
type Source = { by: 'us' | 'others'; show: (value: string) => string };
const ours: Source = { by: 'us', show: oneLine };
const ourAddress: Source = { by: 'us', show: webAddress };
const others: Source = { by: 'others', show: plainWords };
const sources: Record<TemplateVariable, Source> = {
  quoteId: ours,
  quoteReference: ours,
  itemCount: ours,
  totalPrice: ours,
  invoiceNumber: ours,
  amountDue: ours,
  invoiceDueDate: ours,
  reminderFee: ours,
  estimate: ours,
  submissionDate: ours,
  trackingNumber: ours,
  deliveryDate: ours,
  validUntil: ours,
  priceWithin: ours,
  priceBy: others,
  nextStep: others,
  howToPay: others,
  pickupWindow: ours,
  deliveryWindow: ours,
  plannedWindow: ours,
  attemptNumber: ours,
  deliveredAt: ours,
  deliveryPin: ours,
  proofNote: ours,
  trackingUrl: ourAddress,
  proofUrl: ourAddress,
  rateUrl: ourAddress,
  photosUrl: ourAddress,
  adminUrl: ourAddress,
  jobUrl: ourAddress,
  // Nothing but the lines of their rows, where they are a line alone.
  jobList: { by: 'others', show: () => '' },
  orderList: { by: 'others', show: () => '' },
  schedule: others,
  quoteUrl: ourAddress,
  paymentLink: { by: 'us', show: (address) => normalPaymentUrl(address) ?? '' },
  customerName: { by: 'others', show: (name) => plainName(name) || t('Customer') },
  recipientName: { by: 'others', show: (name) => plainName(name) || t('there (Hello there)') },
  senderName: { by: 'others', show: (name) => plainName(name) || t('A customer') },
  driverName: { by: 'others', show: plainName },
  signedBy: { by: 'others', show: plainName },
  customerEmail: { by: 'others', show: plainEmail },
  pickupAddress: others,
  deliveryAddress: others,
  driverNotes: others,
  whatChanged: others,
  questionText: others,
  answerText: others,
  reason: others,
  whatHappened: others,
  whatNext: others,
  attemptResult: others,
  noteOffice: others,
};
function shownValue(name: string, values: TemplateValues): string {
  if (!isVariable(name) || !Object.hasOwn(values, name)) return '';
  const value = oneLine(values[name] ?? '');
  return value === '' ? '' : sources[name].show(value);
}

/**
 * One pass: what a value holds is never looked at again, so a name like {{paymentLink}} stays a name. No value has more
 * than one line.
 */
function fill(line: string, values: TemplateValues): Line {
  const filled: Line = [];
  const add = (text: string, by: Words['by']) => {
    const last = filled.at(-1);
    if (last?.by === by) last.text += text;
    else if (text !== '') filled.push({ text, by });
  };
  let from = 0;
  for (const { 0: braces, 1: name = '', index } of line.matchAll(VARIABLE)) {
    add(line.slice(from, index), 'us');
    const variable = name.trim();
    add(shownValue(variable, values), isVariable(variable) ? sources[variable].by : 'us');
    from = index + braces.length;
  }
  add(line.slice(from), 'us');
  return filled;
}

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

/** A subject in one line and no longer than it may be, which still tells who wrote what of it. */
function subjectOf(content: string, values: TemplateValues, otherwise: string): Line {
  const line: Line = [];
  let left = SUBJECT_MAX;
  for (const { text, by } of fill(oneLine(content), values)) {
    const kept = cut(text, left);
    left -= [...kept].length;
    if (kept !== '') line.push({ text: kept, by });
  }
  const last = line.at(-1);
  if (last) last.text = last.text.trimEnd();
  return textOf(line).trim() === '' ? [{ text: otherwise, by: 'us' }] : line;
}

/** A mail about several things: the lines for each of them. */
export interface MailList {
  content: string;
  rows: readonly TemplateValues[];
}
const LIST = /^\s*\{\{\s*(?:jobList|orderList)\s*\}\}\s*$/;
const linesOf = (content: string, values: TemplateValues, list?: MailList): Line[] =>
  withoutEmptyLines(content, values)
    .split('\n')
    .flatMap((line) => {
      if (!list || !LIST.test(line)) return [fill(line, values)];
      // Each in a separate paragraph.
      return list.rows.flatMap((row) => [...linesOf(list.content, row), fill('', row)]);
    });

/** The longest of what others typed that a text message shows, shorter as long as it is too long. */
const SMS_WORDS_MAX = [80, 40, 24, 12];
const shortened = (values: TemplateValues, max: number): TemplateValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isLong = isVariable(name) && sources[name].by === 'others' && [...value].length > max;
      return [name, isLong ? `${cut(value, max - 3).trim()}...` : value];
    }),
  );
/** A template filled for one text message: its text as it is sent, and what the mailbox lists it by. */
export function renderSms(
  template: { subject: string; content: string },
  values: TemplateValues,
  brandName: string,
): { subject: string; text: string } {
  const content = template.content.replaceAll(/\r\n?/g, '\n');
  const textFor = (max: number) => plainText(linesOf(content, shortened(values, max)).map(readableOf).join('\n'));
  const texts = SMS_WORDS_MAX.map(textFor);
  const fits = (text: string) => smsParts(text) <= SMS_PARTS_MAX;
  let text = texts.find(fits) ?? texts.at(-1) ?? '';
  while (!fits(text)) text = [...text].slice(0, -1).join('').trimEnd();
  const subject = readableOf(subjectOf(template.subject, values, brandName));
  return { subject, text: text || brandName };
}

/** A template filled for one mail: subject in one line, a text part, and the same as HTML in the brand's one layout. */
export function renderMail(
  template: { subject: string; content: string; type?: string | undefined },
  values: TemplateValues,
  brand: MailBrand,
  list?: MailList,
): RenderedMail {
  const subject = subjectOf(template.subject, values, brand.name);
  const lines = linesOf(template.content.replaceAll(/\r\n?/g, '\n'), values, list);
  const text = lines
    .map(readableOf)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return {
    subject: readableOf(subject),
    html: layout(subject, bodyOf(lines, brand), brand),
    text: `${text}\n\n-- \n${brand.name}\n${brand.supportPhone} · ${brand.supportEmail}\n`,
    unknownVariables: findUnknownVariables(template.type ?? 'customer', template.subject, template.content),
  };
}
