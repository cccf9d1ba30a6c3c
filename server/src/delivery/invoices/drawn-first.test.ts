import type { Invoice } from '@quickfleet/shared/delivery/invoices/invoices';
import { expect, it } from 'vitest';
import { useWorld } from '../../../test/support/contract.ts';
import { ok } from '../../../test/support/factories.ts';
import { readPages } from '../../../test/support/paper.ts';
import { heavyProcesses } from '../../process/heavy/children.ts';

const world = useWorld();
let made = 0;

async function newDraft(): Promise<Invoice> {
  const customer = { name: 'Ada', email: `drawn${++made}@example.com` };
  const { id: customerId } = ok<{ id: number }>(await world.dispatcher.post('/api/v1/customers', customer));
  const lines = [{ description: 'Storage', unitPrice: '100' }];
  return ok<Invoice>(await world.dispatcher.post('/api/v1/invoices', { customerId, lines }));
}
const drawing = () => heavyProcesses().filter(({ kind }) => kind === 'papers');

it('C730 nothing is held while papers are drawn: the draft is changed meanwhile, and what is issued says what it said last', async () => {
  const issue = (id: number) => world.dispatcher.post(`/api/v1/invoices/${id}/issue`, {});
  const first = ok<Invoice>(await issue((await newDraft()).id));
  const draft = await newDraft();
  const pids = drawing().map(({ pid }) => pid);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  let issuing: ReturnType<typeof issue>;
  try {
    issuing = issue(draft.id);
    await expect.poll(() => drawing().some(({ isBusy }) => isBusy)).toBe(true);
    // Neither the draft nor the row of the series is locked.
    ok(await world.dispatcher.put(`/api/v1/invoices/${draft.id}`, { note: 'Changed while it was drawn' }));
    expect(await world.app.sql('select last from invoice_counters for update nowait')).toHaveLength(1);
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
  const issued = ok<Invoice>(await issuing);
  expect(issued).toMatchObject({ state: 'issued', note: 'Changed while it was drawn' });
  const number = (of: Invoice) => Number(of.number?.split('-')[1]);
  expect(number(issued)).toBe(number(first) + 1);
  const [page] = await readPages((await world.dispatcher.get(`/api/v1/invoices/${draft.id}/invoice.pdf`)).rawPayload);
  expect(page?.text).toContain('Changed while it was drawn');
  expect(page?.text).toContain(issued.number);
});
