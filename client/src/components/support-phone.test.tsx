import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test/render.tsx';
import { Contact } from '../features/company/home/contact.tsx';
import { ImprintFacts } from '../features/company/legal/imprint-facts.tsx';
import { brand } from '../lib/words/brand.ts';
import { SupportPhone } from './support-phone.tsx';

test.each([
  ['the home page', <Contact key="home" />],
  ['the imprint', <ImprintFacts key="imprint" />],
  ['a paper', <SupportPhone key="paper" isPaper />],
])('C519 the company’s own number keeps its order on a page from right to left: %s', (_, part) => {
  renderPart(<div dir="rtl">{part}</div>);
  expect(screen.getByText(brand.supportPhone).closest('[dir]')?.getAttribute('dir')).toBe('ltr');
});
test('C519 what the imprint says of the company is read in its own direction', () => {
  renderPart(<ImprintFacts />);
  for (const fact of screen.getAllByRole('definition')) expect(fact.firstElementChild?.tagName).toBe('BDI');
});
