// The one HTML layout of every mail. Tables and inline styles, because that is what all mail programs draw alike; the
// style element only adds what programs without it can do without: the dark colours and the narrow screen.
import mustache from 'mustache';

export interface MailBrand {
  name: string;
  supportEmail: string;
  supportPhone: string;
}

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const LABEL_MAX = 40;
const PREHEADER_MAX = 120;

/**
 * The library also writes slashes and equal signs as entities, which is safe to undo and keeps addresses readable in
 * the source.
 */
const escapeHtml = (text: string): string => mustache.escape(text).replaceAll('&#x2F;', '/').replaceAll('&#x3D;', '=');

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
const ADDRESS_ONLY = /^https?:\/\/[^\s<>"'`]+$/i;
/** A full stop after an address ends the sentence and not the address. */
const withoutPunctuation = (address: string) => address.replace(/[.,;:!?)\]}]+$/, '');
const link = (address: string) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:#0f766e;word-break:break-all">${escapeHtml(address)}</a>`;

/** Text as HTML; only http and https addresses become links. */
function linked(text: string): string {
  let html = '';
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    html += escapeHtml(text.slice(from, index)) + link(address);
    from = index + address.length;
  }
  return (html + escapeHtml(text.slice(from))).replaceAll('\n', '<br>');
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${linked(text)}</p>`;

/**
 * 'Pay now: https://…' as a button, with the address below it for programs that draw no buttons and for people who want
 * to see it.
 */
const button = (
  label: string,
  address: string,
) => `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr>
<td class="button" bgcolor="#0f766e" style="background:#0f766e;border-radius:10px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:13px 24px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="muted" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#4a5a6d">${link(address)}</p>`;

const fact = ([label, value]: readonly [string, string]) => `<tr>
<td class="muted line" width="36%" valign="top" style="padding:8px 16px 8px 0;border-top:1px solid #dfe6ed;color:#4a5a6d">${escapeHtml(label)}</td>
<td class="line" valign="top" style="padding:8px 0;border-top:1px solid #dfe6ed;font-weight:600;word-break:break-word">${linked(value)}</td>
</tr>`;
const facts = (rows: readonly (readonly [string, string])[]) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${rows.map(fact).join('')}</table>`;

function labelled(line: string): [label: string, value: string] | undefined {
  const at = line.indexOf(': ');
  return at > 0 && at <= LABEL_MAX ? [line.slice(0, at), line.slice(at + 2).trim()] : undefined;
}

/**
 * One paragraph of a mail: a line 'Label: address' is a button, several lines 'Label: value' are a table, all else is
 * text.
 */
function blockOf(text: string): string {
  const lines = text.split('\n');
  const pairs = lines.map(labelled).filter((pair) => pair !== undefined);
  const [only] = pairs;
  if (lines.length === 1 && only && ADDRESS_ONLY.test(only[1])) return button(...only);
  return lines.length > 1 && pairs.length === lines.length ? facts(pairs) : paragraph(text);
}
export interface MailBody {
  html: string;
  /** What an inbox shows beside the subject. */
  preview: string;
}
/** The filled text of a template as HTML; blank lines part its paragraphs. */
export function bodyOf(text: string): MailBody {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  const preview = paragraphs.find((part) => part.length > LABEL_MAX) ?? paragraphs[0] ?? '';
  return { html: paragraphs.map(blockOf).join('\n'), preview: preview.replaceAll(/\s+/g, ' ').slice(0, PREHEADER_MAX) };
}

const STYLE = `@media (max-width:480px){.page{padding:20px 10px!important}.card{padding:22px 18px 8px!important}}
@media (prefers-color-scheme:dark){body,.outer{background:#0b1622!important}.card{background:#0f1d2c!important;border-color:#26384c!important}
.text,.name{color:#e6edf5!important}.muted{color:#a3b4c6!important}.line{border-color:#26384c!important}.link{color:#6dd6c8!important}}`;

export const layout = (subject: string, { html, preview }: MailBody, brand: MailBrand): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body style="margin:0;padding:0;background:#f7f9fb">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}</div>
<table role="presentation" class="outer" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f9fb" style="background:#f7f9fb"><tr><td class="page" align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;text-align:left">
<tr><td style="padding:0 4px 16px;${FONT};font-size:18px;font-weight:700"><span style="display:inline-block;width:30px;height:30px;margin-right:10px;border-radius:8px;background:#0f766e;color:#ffffff;line-height:30px;text-align:center">${escapeHtml([...brand.name][0] ?? '')}</span><span class="name" style="color:#0b1f33">${escapeHtml(brand.name)}</span></td></tr>
<tr><td class="card text" bgcolor="#ffffff" style="padding:32px 32px 16px;background:#ffffff;border:1px solid #dfe6ed;border-radius:12px;${FONT};font-size:16px;line-height:1.55;color:#0b1f33;word-break:break-word;overflow-wrap:anywhere">
<h1 class="text" style="margin:0 0 18px;font-size:21px;line-height:1.3;font-weight:650;color:#0b1f33">${escapeHtml(subject)}</h1>
${html}
</td></tr>
<tr><td class="muted" align="center" style="padding:18px 12px 0;${FONT};font-size:13px;line-height:1.6;color:#4a5a6d">Questions? Call ${escapeHtml(brand.supportPhone)}<br>or write to ${escapeHtml(brand.supportEmail)}</td></tr>
</table>
</td></tr></table>
</body></html>`;
