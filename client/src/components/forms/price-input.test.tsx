import { type CompanySettingsView, companyDefaults } from '@quickfleet/shared/company/company';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test/render.tsx';
import { PriceInput } from './price-input.tsx';

const company = (pricesIncludeTax: boolean, defaultTaxRate = '19') =>
  ({ quoting: { ...companyDefaults.quoting, pricesIncludeTax, defaultTaxRate } }) as CompanySettingsView;

test.each([
  [true, 'Price with tax ($)', 'Net $84.03, tax 19 % $15.97, total $100.00'],
  [false, 'Price without tax ($)', 'Net $100.00, tax 19 % $19.00, total $119.00'],
])('Q47 a price shows net, tax and total while it is typed (with tax: %s)', async (includesTax, label, words) => {
  const { user } = renderPart(<PriceInput currency="USD" onChange={() => {}} />, {
    answers: { company: { get: company(includesTax) } },
  });
  await user.type(await screen.findByLabelText(label), '100');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words));
});

test('Q47 without a tax there is only the total', async () => {
  const { user } = renderPart(<PriceInput currency="USD" onChange={() => {}} />, {
    answers: { company: { get: company(false, '0') } },
  });
  await user.type(await screen.findByLabelText('Total ($)'), '100');
  expect(screen.queryByText(/Net/)).toBeNull();
});
