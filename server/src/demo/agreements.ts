import type { Quote } from '@quickfleet/shared/quoting/quotes';
import { updateCompany } from '../company/settings/company.update.ts';
import type { AppContext, Caller } from '../http/context.ts';
import { acceptByLink, declineByLink, declineOnBehalf } from '../quoting/quote-page/quotes.decide.ts';
import { countVisit } from '../quoting/quote-page/quotes.page.ts';
import { answerQuestion, askByLink } from '../quoting/quote-page/quotes.questions.ts';
import { updateQuote } from '../quoting/quotes/quotes.service.ts';

/** What the demo does in the name of somebody at the demo's own time. */
export interface DemoHands {
  run<T>(caller: Caller, grant: 'yes' | 'own', work: (ctx: AppContext) => Promise<T>): Promise<T>;
  /** A request of so many days ago. */
  ask(daysAgo: number): Promise<{ id: number }>;
  /** Hours pass. */
  wait(hours: number): void;
  dana: Caller;
  visitor: Caller;
}

/** What the demo company has settled. */
export const setUpCompany = ({ run, dana }: Pick<DemoHands, 'run' | 'dana'>) =>
  run(dana, 'yes', (ctx) =>
    updateCompany(ctx, {
      quoting: {
        terms:
          'Prices include fuel and tolls. Waiting is free for 15 minutes at each stop. Goods are insured up to $5,000; tell us if yours are worth more.',
        linePresets: [
          { label: 'Rush, same day', quantity: '1', unitPrice: '25.00', taxRate: '0' },
          { label: 'Waiting', quantity: '1', unitPrice: '40.00', taxRate: '0', atStop: 'hour', freeMinutes: 15 },
          { label: 'Extra stop', quantity: '1', unitPrice: '12.50', taxRate: '0', atStop: 'fixed' },
          { label: 'Tolls', quantity: '1', unitPrice: '0', taxRate: '0', atStop: 'typed' },
          { label: 'Regular customer', quantity: '1', unitPrice: '-10.00', taxRate: '0' },
        ],
        defaultPaymentUrl: 'https://pay.quickfleet.example/q/{reference}?amount={total}',
      },
      pricing: {
        ...{ isOn: true, base: '24.00', perItem: '4.00', perKm: '3.20', rangePercent: 15 },
        speeds: { today: '18.00', specific_date: '0', let_quickfleet_choose: '0' },
      },
      company: {
        name: 'QuickFleet Demo Couriers',
        address: '9 Depot Street\nSpringfield',
        taxNumber: '12-3456789',
        paymentTerms: 'Payable within 14 days without deduction.',
      },
    }),
  );

const lines = (base: string, ...more: [label: string, unitPrice: string][]) =>
  [['Base price', base] as const, ...more].map(([label, unitPrice]) => ({
    label,
    quantity: '1',
    unitPrice,
    taxRate: '0',
  }));

/** One quote in each state that its customer can bring it to, with what was said and seen on the way. */
export async function agree(hands: DemoHands): Promise<void> {
  const { run, ask, wait, dana, visitor } = hands;
  const send = async (
    daysAgo: number,
    base: string,
    ...more: [string, string][]
  ): Promise<Quote & { token: string }> => {
    const { id } = await ask(daysAgo);
    wait(2);
    const quote = await run(dana, 'yes', (ctx) =>
      updateQuote(ctx, { id, lines: lines(base, ...more), notes: undefined }),
    );
    wait(3);
    return { ...quote, token: quote.customerUrl?.split('/q/')[1] ?? '' };
  };
  const see = ({ token }: { token: string }, person: string) =>
    run(visitor, 'yes', (ctx) => countVisit(ctx, { token, visitor: person }));
  const say = async ({ id, token }: { id: number; token: string }, text: string, answer?: string) => {
    await run(visitor, 'yes', (ctx) => askByLink(ctx, { token, text }));
    wait(1);
    if (answer) await run(dana, 'yes', (ctx) => answerQuestion(ctx, { id, text: answer }));
  };

  // Older than the days that a quote is valid.
  const expired = await send(19, '64.00', ['Extra stop', '12.50']);
  await see(expired, 'demo-expired');

  const declined = await send(3, '118.00', ['Rush, same day', '25.00']);
  await see(declined, 'demo-declined');
  await run(visitor, 'yes', (ctx) =>
    declineByLink(ctx, {
      token: declined.token,
      revision: 1,
      reason: 'We found another day, when my brother can drive.',
    }),
  );
  const onThePhone = await send(2.6, '240.00');
  await run(dana, 'yes', (ctx) =>
    declineOnBehalf(ctx, { id: onThePhone.id, reason: 'Too dear, said so on the phone' }),
  );

  const accepted = await send(1.8, '86.00', ['Waiting', '40.00'], ['Regular customer', '-10.00']);
  await see(accepted, 'demo-accepted');
  await say(accepted, 'Do you carry it up to the third floor?', 'Yes, at no extra cost, there is a lift.');
  const name = accepted.customer.name;
  await run(visitor, 'yes', (ctx) =>
    acceptByLink(ctx, { token: accepted.token, revision: 1, name, termsAccepted: true }),
  );

  const changed = await send(1.2, '95.00');
  await see(changed, 'demo-changed');
  wait(2);
  await run(dana, 'yes', (ctx) =>
    updateQuote(ctx, { id: changed.id, lines: lines('95.00', ['Extra stop', '12.50']), notes: undefined }),
  );
  await see(changed, 'demo-changed-too');

  const asking = await send(0.5, '52.50');
  await see(asking, 'demo-asking');
  await say(asking, 'Could you come after 5 pm?');
}
