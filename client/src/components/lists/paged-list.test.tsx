import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Page, PagedList } from './paged-list.tsx';

const page = (more: Partial<Page<string>>): Page<string> => ({
  data: ['Ada', 'Bob'],
  page: 2,
  limit: 2,
  total: 4,
  totalPages: 2,
  ...more,
});
const list = (data: Page<string>, onPage: (page: number, how?: 'replace') => void, isOlder = false) => (
  <MantineProvider env="test">
    <PagedList
      query={{
        ...{ data, isPending: false, isError: false, isFetching: false, error: null },
        refetch: () => undefined,
        isPlaceholderData: isOlder,
      }}
      failed="The people could not be loaded"
      empty={<p>Nobody yet</p>}
      what="people"
      onPage={onPage}
    >
      {(rows) => <ul>{rows.join(', ')}</ul>}
    </PagedList>
  </MantineProvider>
);

test('U299 a list whose last row of the page was removed goes to its last page, and Back does not return to it', () => {
  const onPage = vi.fn();
  const { rerender } = render(list(page({}), onPage));
  expect(screen.getByRole('list').textContent).toBe('Ada, Bob');
  const past = page({ data: [], total: 2, totalPages: 1 });
  // What is shown until the next answer comes decides nothing.
  rerender(list(past, onPage, true));
  expect(onPage).not.toHaveBeenCalled();
  rerender(list(past, onPage));
  expect(onPage.mock.calls).toEqual([[1, 'replace']]);
  expect(screen.queryByText('Nobody yet')).toBeNull();
});

test('U299 a list without a row says why', () => {
  const onPage = vi.fn();
  render(list(page({ data: [], page: 3, total: 0, totalPages: 0 }), onPage));
  expect(screen.getByText('Nobody yet')).toBeTruthy();
  expect(onPage).not.toHaveBeenCalled();
});

test('U326 rows that come by themselves let no click through for 700 ms; another page that was asked for does', async () => {
  const pressed = vi.fn();
  const rowsOf = (ids: number[], isOlder = false) => (
    <MantineProvider env="test">
      <PagedList
        query={{
          ...{ isPending: false, isError: false, isFetching: false, error: null, isPlaceholderData: isOlder },
          data: { data: ids.map((id) => ({ id })), page: 1, limit: 9, total: ids.length, totalPages: 1 },
          refetch: () => undefined,
        }}
        failed=""
        empty=""
        what="people"
        onPage={() => undefined}
      >
        {(rows) =>
          rows.map(({ id }) => (
            <button key={id} type="button" onClick={() => pressed(id)}>
              Open {id}
            </button>
          ))
        }
      </PagedList>
    </MantineProvider>
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }), { detail: 1 });
  const { rerender } = render(rowsOf([2, 1]));
  press('Open 2');
  expect(pressed.mock.calls).toEqual([[2]]);
  rerender(rowsOf([3, 2, 1]));
  press('Open 3');
  expect(pressed.mock.calls).toEqual([[2]]);
  await waitFor(() => expect(screen.getByRole('group').getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
  press('Open 3');
  rerender(rowsOf([3, 2, 1], true));
  rerender(rowsOf([5, 4]));
  press('Open 5');
  expect(pressed.mock.calls).toEqual([[2], [3], [5]]);
});
