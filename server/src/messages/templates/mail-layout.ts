// The one HTML layout of every mail. Tables and inline styles, because that is what all mail programs draw alike; the
// style element only adds what programs without it can do without: the dark colours and the narrow screen.
import { ownShades, type Shades, textOn } from '@quickfleet/shared/company/accent';
import type { BrandLogo } from '@quickfleet/shared/company/brand';
import { STARS_MAX } from '@quickfleet/shared/limits';
import { keepNumbers, ownDirection } from '@quickfleet/shared/words/isolates';
import { directionOf } from '@quickfleet/shared/words/languages';
import { language, t } from '@quickfleet/shared/words/t';
import mustache from 'mustache';

export interface MailBrand {
  name: string;
  supportEmail: string;
  supportPhone: string;
  /** Of the company, instead of the product's own. */
  shades?: Shades | null;
  accent?: string | null;
  /** With its whole address: a mail is read elsewhere. */
  logo?: BrandLogo | null;
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const LABEL_MAX = 40;
const PREHEADER_MAX = 120;

/**
 * The library also writes slashes and equal signs as entities, which is safe to undo and keeps addresses readable in
 * the source.
 */
const escapeHtml = (text: string): string => mustache.escape(text).replaceAll('&#x2F;', '/').replaceAll('&#x3D;', '=');

/** Words of a mail and who wrote them: the template, or somebody outside. */
export interface Words {
  text: string;
  by: 'us' | 'others';
}
export type Line = Words[];
export const textOf = (line: Line): string => line.map(({ text }) => text).join('');
/**
 * A line as a person reads it, with no markup to help: numbers keep their order next to Arabic and Hebrew, and what
 * others wrote has its own direction.
 */
export const readableOf = (line: Line): string =>
  keepNumbers(line.map(({ text, by }) => (by === 'others' ? ownDirection(text) : text)).join(''));

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
const ADDRESS_ONLY = /^https?:\/\/[^\s<>"'`]+$/i;
/** A full stop after an address ends the sentence and not the address. */
function withoutPunctuation(address: string): string {
  let end = address.length;
  while (end > 0 && '.,;:!?)]}'.includes(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}
const link = (address: string, accent: string) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:${accent};word-break:break-all">${escapeHtml(address)}</a>`;

/**
 * Words as HTML; only http and https addresses that the template wrote become links. What others wrote gets its own
 * direction, so that it cannot reorder the sentence around it.
 */
const directed = (text: string) => `<span dir="auto">${escapeHtml(keepNumbers(text))}</span>`;
function linked({ text, by }: Words, accent: string): string {
  if (by === 'others') return directed(text);
  let html = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    html += escapeHtml(keepNumbers(text.slice(from, index))) + link(address, accent);
    from = index + address.length;
  }
  return html + escapeHtml(keepNumbers(text.slice(from)));
}
const linkedLine = (line: Line, accent: string) => line.map((words) => linked(words, accent)).join('');

const paragraph = (lines: Line[], accent: string) =>
  `<p style="margin:0 0 16px">${lines.map((line) => linkedLine(line, accent)).join('<br>')}</p>`;

/**
 * 'Pay now: https://…' as a button, with the address below it for programs that draw no buttons and for people who want
 * to see it.
 */
/** Of text, and of what is filled. */
interface Colours {
  accent: string;
  fill: string;
}
type Coloured = Pick<MailBrand, 'shades' | 'accent'>;
const coloursOf = ({ shades, accent }: Coloured): Colours => {
  const text = (shades ?? ownShades)[7];
  return { accent: text, fill: accent ?? text };
};
const button = (
  label: string,
  address: string,
  { accent, fill }: Colours,
) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr>
<td class="button" bgcolor="${fill}" style="background:${fill};border-radius:10px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:13px 24px;color:${textOn(fill)};font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#4a5a6d">${link(address, accent)}</p>`;

const RATING = /^([^?#]+)#rate$/;
const starsIn = (count: number) => t('{count, plural, one {# star} other {# stars}}', { count });
/** Before the button of a rating, five links that each name a star: the page opens with it chosen, and nothing is rated. */
function stars(address: string, accent: string): string {
  const [, page] = RATING.exec(address) ?? [];
  if (page === undefined) return '';
  const link = (count: number) =>
    `<a class="link" href="${escapeHtml(`${page}?stars=${count}#rate`)}" title="${starsIn(count)}" aria-label="${starsIn(count)}" style="display:inline-block;padding:4px 7px;font-size:30px;line-height:1;color:${accent};text-decoration:none">&#9734;</a>`;
  const links = Array.from({ length: STARS_MAX }, (_, at) => link(at + 1));
  return `<p style="margin:0 0 4px">${links.join('')}</p>\n`;
}

interface Labelled {
  label: string;
  value: Line;
}
const fact = ({ label, value }: Labelled, accent: string) => `<tr>
<td class="muted line" width="36%" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid #dfe6ed;color:#4a5a6d">${escapeHtml(label)}</td>
<td class="line" valign="top" style="padding:8px 0;border-top:1px solid #dfe6ed;font-weight:600;word-break:break-word">${linkedLine(value, accent)}</td>
</tr>`;
const facts = (rows: readonly Labelled[], accent: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${rows.map((row) => fact(row, accent)).join('')}</table>`;

/** 'Label: value', where the template wrote the label. */
function labelled([first, ...rest]: Line): Labelled | undefined {
  if (first?.by !== 'us') return undefined;
  const at = first.text.indexOf(': ');
  if (at <= 0 || at > LABEL_MAX) return undefined;
  const value = [{ text: first.text.slice(at + 2).trimStart(), by: first.by }, ...rest];
  return { label: first.text.slice(0, at), value: value.filter(({ text }) => text !== '') };
}

/**
 * One paragraph of a mail: a line 'Label: address' of the template is a button, several lines 'Label: value' are a
 * table, all else is text.
 */
function blockOf(lines: Line[], colours: Colours): string {
  const { accent } = colours;
  const pairs = lines.map(labelled).filter((pair) => pair !== undefined);
  const [only] = pairs;
  if (lines.length === 1 && only?.value.every(({ by }) => by === 'us')) {
    const address = textOf(only.value).trim();
    if (ADDRESS_ONLY.test(address)) return stars(address, accent) + button(only.label, address, colours);
  }
  return lines.length > 1 && pairs.length === lines.length ? facts(pairs, accent) : paragraph(lines, accent);
}
export interface MailBody {
  html: string;
  /** What an inbox shows next to the subject. */
  preview: string;
}
/** Paragraphs are parted by lines without a word. */
function paragraphsOf(lines: readonly Line[]): Line[][] {
  const paragraphs: Line[][] = [[]];
  for (const line of lines) {
    if (textOf(line).trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs.filter((paragraph) => paragraph.length > 0);
}
/** The filled lines of a template as HTML. */
export function bodyOf(lines: readonly Line[], brand: Coloured): MailBody {
  const colours = coloursOf(brand);
  const paragraphs = paragraphsOf(lines);
  const texts = paragraphs.map((paragraph) => paragraph.map(readableOf).join(' '));
  const preview = texts.find((part) => part.length > LABEL_MAX) ?? texts[0] ?? '';
  return {
    html: paragraphs.map((paragraph) => blockOf(paragraph, colours)).join('\n'),
    preview: preview.replaceAll(/\s+/g, ' ').slice(0, PREHEADER_MAX),
  };
}

const styleOf = (
  brand: Pick<MailBrand, 'shades'>,
) => `@media (max-width:480px){.page{padding:20px 10px!important}.card{padding:22px 18px 8px!important}}
@media (prefers-color-scheme:dark){body,.outer{background:#0b1622!important}.card{background:#0f1d2c!important;border-color:#26384c!important}
.text,.name{color:#e6edf5!important}.muted{color:#a3b4c6!important}.line{border-color:#26384c!important}.logo{background:#ffffff!important;padding:4px!important}.link{color:${(brand.shades ?? ownShades)[3]}!important}}`;

/** The first letter of the name in the company's colour. */
const letterMark = ({ name, ...brand }: MailBrand) =>
  `<span style="display:inline-block;width:30px;height:30px;margin-right:10px;border-radius:8px;background:${coloursOf(brand).fill};color:${textOn(coloursOf(brand).fill)};line-height:30px;text-align:center">${escapeHtml([...name][0] ?? '')}</span>`;
const nameMark = ({ name }: MailBrand) => `<span class="name" style="color:#0b1f33">${escapeHtml(name)}</span>`;
/** Where pictures are not shown, the name is there in its place. */
const logoMark = (brand: MailBrand, { url, width, height, isWide }: BrandLogo) =>
  `<img class="logo" src="${escapeHtml(url)}" width="${width}" height="${height}" alt="${isWide ? escapeHtml(brand.name) : ''}" style="border:0;border-radius:6px;vertical-align:middle;margin-right:10px;color:#0b1f33">${isWide ? '' : nameMark(brand)}`;
const headOf = (brand: MailBrand): string =>
  brand.logo ? logoMark(brand, brand.logo) : `${letterMark(brand)}${nameMark(brand)}`;

const headingOf = (subject: Line): string =>
  subject.map(({ text, by }) => (by === 'others' ? directed(text) : escapeHtml(keepNumbers(text)))).join('');

export const layout = (subject: Line, { html, preview }: MailBody, brand: MailBrand): string => `<!doctype html>
<html lang="${language()}" dir="${directionOf(language())}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(readableOf(subject))}</title><style>${styleOf(brand)}</style></head>
<body style="margin:0;padding:0;background:#f7f9fb">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f9fb" style="background:#f7f9fb"><tr><td class="page" align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px;${FONT};font-size:18px;font-weight:700">${headOf(brand)}</td></tr>
<tr><td class="card text" bgcolor="#ffffff" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #dfe6ed;border-radius:12px;${FONT};font-size:16px;line-height:1.55;color:#0b1f33;word-break:break-word;overflow-wrap:anywhere">
<h1 class="text" style="margin:0 0 18px;font-size:21px;line-height:1.3;font-weight:650;color:#0b1f33">${headingOf(subject)}</h1>
${html}
</td></tr>
<tr><td class="muted" align="center" style="padding:18px 12px 0;${FONT};font-size:13px;line-height:1.6;color:#4a5a6d">${t('Questions? Call {phone}', { phone: escapeHtml(brand.supportPhone) })}<br>${t('or write to {email}', { email: escapeHtml(brand.supportEmail) })}</td></tr>
</table>
</td></tr></table>
</body></html>`;
