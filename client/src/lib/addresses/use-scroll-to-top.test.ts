import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { useScrollToTop } from './use-scroll-to-top.ts';

test('U300 a filter or a dialog leaves the page where it is; another page starts at its top', () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  history.replaceState(null, '', '/admin/orders');
  renderHook(useScrollToTop);
  navigate('/admin/orders?order=7');
  expect(scrolled).not.toHaveBeenCalled();
  navigate('/admin/customers');
  expect(scrolled.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
  navigate('/admin/customers?q=Ada');
  // What a fragment names is scrolled to by the page itself.
  navigate('/admin/settings#mail-server');
  expect(scrolled).toHaveBeenCalledTimes(1);

  // Back: the browser has its own place, which the next dialog keeps too.
  history.replaceState(null, '', '/admin/orders');
  window.dispatchEvent(new PopStateEvent('popstate'));
  navigate('/admin/orders?order=7');
  expect(scrolled).toHaveBeenCalledTimes(1);
});
