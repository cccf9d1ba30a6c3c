/** Heavy work for tests of the processes that do it. */
import { t } from '@quickfleet/shared/words/t';
import { badRequest } from '../../src/http/errors.ts';
import { type Host, Refused } from '../../src/process/heavy/protocol.ts';

export const pidOf = async (_: null): Promise<number> => process.pid;
export const say = async (_: null): Promise<string> => t('Order not found');
/** Works for so long, and hears nothing meanwhile. */
export async function spin(ms: number): Promise<number> {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return ms;
}
/** Holds so many MB of its heap. */
export async function hold(mb: number): Promise<number> {
  const held = Array.from({ length: mb }, () => Array.from({ length: 131_072 }, (_, at) => at + 0.5));
  return held.length;
}
/** Holds so many MB outside its heap, long enough to be seen. */
export async function holdOutside(mb: number): Promise<number> {
  const held = Buffer.alloc(mb * 1024 * 1024, 1);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return held.length;
}
export async function countTo(entries: number, host: Host): Promise<number> {
  for (let at = 0; at < entries; at++) host.count();
  return entries;
}
export async function* lines({ count }: { count: number }): AsyncGenerator<string> {
  for (let at = 0; at < count; at++) yield `line ${at}\n`;
}
/** Writes what it is given, a part after the other. */
export async function* carry(_: null, host: Host<'next', string | null>): AsyncGenerator<string> {
  for (let part = await host.ask('next'); part !== null; part = await host.ask('next')) yield part.toUpperCase();
}
export async function refuse(isOurs: boolean): Promise<never> {
  if (isOurs) throw badRequest('BAD_FORM', t('Order not found'));
  throw new Refused({ why: 'so' });
}
export async function end(signal: NodeJS.Signals): Promise<void> {
  process.kill(process.pid, signal);
  await new Promise(() => undefined);
}
