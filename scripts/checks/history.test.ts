import { expect, it } from 'vitest';
import { findSentences, sentencesIn } from './history.ts';

/** '<day>' is a value in a template of the source. */
const filled = (source: string): string => source.replaceAll(/<(\w+)>/g, '$' + '{$1}');

it('C669 finds a sentence that is written into the history, and lets values, names and typed words through', () => {
  for (const line of [
    "record(ctx, { action, detail: 'on account' });",
    'record(ctx, { action, detail: `until <day>` });',
    'const detail = `<from> of <to>`;\nrecord(ctx, { action, detail });',
    "record(ctx, { action, ...(isGone ? { detail: 'is no driver any more' } : {}) });",
    'record(ctx, { action, detail: inHistory(() => formatAmount(amount, currency)) });',
    'record(ctx, { action, says: [`<count> of <most> stars`] });',
    "record(ctx, { action, says: [{ is: 'by', who: 'the customer themselves' }] });",
    "record(ctx, { action, says: saying(', ', name, t('Paid')) });",
    'record(ctx, { action, ...historyTime(time, `<stop>, try <tries>`) });',
  ])
    expect(sentencesIn(filled(line)), line).toHaveLength(1);
  for (const line of [
    'record(ctx, { action, detail: reason });',
    'record(ctx, { action, detail: `#<id>` });',
    "record(ctx, { action, detail: [number, reason].join(' · ') });",
    'record(ctx, { action, detail: `<quantity> × <name>` });',
    "record(ctx, { action, says: [{ is: 'on_account', isOn: true }] });",
    "record(ctx, { action, says: saying(' · ', wordOf('paymentMethod', method), reference) });",
    "record(ctx, { action, says: [change('Partner codes', before, after)] });",
    "record(ctx, { action, ...historyTime(time, codeOf('stop', stop)) });",
    "const detail = 'what no line of history says';",
  ])
    expect(sentencesIn(filled(line)), line).toEqual([]);
});

it('C669 the server writes none', () => {
  expect(findSentences()).toEqual([]);
});
