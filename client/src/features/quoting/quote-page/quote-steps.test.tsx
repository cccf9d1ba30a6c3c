import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { QuoteSteps } from './quote-steps.tsx';

const steps = [
  { stage: 'priced', state: 'done', at: null },
  { stage: 'accepted', state: 'done', at: null },
] as const;
const acceptance = { name: 'Ada', at: '2026-03-02T10:00:00.000Z', revision: 1, onBehalf: false };

test('U117 nobody is said to have agreed in writing who only paid, or who told the office', () => {
  const said = (of: typeof acceptance | null, onAccount = false) => {
    const quote = { onAccount, acceptance: of } as never;
    const { unmount } = renderPart(<QuoteSteps steps={[...steps]} quote={quote} />);
    const words = ['You agree, in writing.', 'By your payment.', 'As you told us.'].filter((text) =>
      screen.queryByText(text),
    );
    unmount();
    return words;
  };
  expect(said(acceptance)).toEqual(['You agree, in writing.']);
  expect(said(null)).toEqual(['By your payment.']);
  // On account nobody has paid yet.
  expect(said(null, true)).toEqual(['As you told us.']);
  expect(said({ ...acceptance, onBehalf: true })).toEqual(['As you told us.']);
});
