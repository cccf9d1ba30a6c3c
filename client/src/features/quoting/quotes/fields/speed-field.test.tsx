import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../../../../test/render.tsx';
import { SpeedField } from '../../../../components/delivery-form/speed-field.tsx';
import { useUncontrolledForm } from '../../../../lib/forms/use-uncontrolled-form.ts';
import { emptyQuote } from './quote-values.ts';

const loadRules = async () => (await import('../request/request-schema.ts')).requestSchema();

function Form() {
  const root = useRef<HTMLFormElement>(null);
  const { form } = useUncontrolledForm(loadRules, root, emptyQuote(), { onChecked: () => {}, onUnchecked: () => {} });
  return (
    <form ref={root}>
      <SpeedField form={form} isForVisitor />
    </form>
  );
}

afterEach(() => void vi.useRealTimers());

test.each([
  ['a Friday at 17:59', '2026-11-20T17:59:00Z', 'Same-day delivery'],
  ['a Friday at 18:00', '2026-11-20T18:00:00Z', 'Picked up and delivered on Monday, November 23'],
  ['a Saturday at 23:08', '2026-11-21T23:08:00Z', 'Picked up and delivered on Monday, November 23'],
])('Q21 on %s "Today" says when it will be', (_, now, note) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  renderPart(<Form />);
  const today = screen.getByRole('radio', { name: /^Today/ });
  expect(today.closest('label')?.textContent).toContain(note);
});
