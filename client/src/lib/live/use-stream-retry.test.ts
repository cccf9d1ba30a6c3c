import { renderHook } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useStreamRetry } from './use-stream-retry.ts';

const refused = (httpStatus: number) =>
  TRPCClientError.from({ error: { code: -32000, message: 'Refused', data: { httpStatus } } } as never);

describe('a live stream that was refused', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.for([
    ['by a full server', refused(429), 1],
    ['by a server that stops', refused(503), 1],
    ['because the session has ended', refused(401), 0],
    ['because there is no such thing', refused(404), 0],
  ] as const)('X11 %s is opened again in half a minute or never', ([, error, times]) => {
    const reset = vi.fn();
    renderHook(() => useStreamRetry({ status: 'error', error, reset }));
    vi.advanceTimersByTime(20_000);
    expect(reset).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(20_000);
    expect(reset).toHaveBeenCalledTimes(times);
  });

  test('U304 by the network is opened again within five seconds, and at once when the network is back', () => {
    const reset = vi.fn();
    const error = TRPCClientError.from(new Event('error') as never);
    renderHook(() => useStreamRetry({ status: 'error', error, reset }));
    window.dispatchEvent(new Event('online'));
    expect(reset).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(5_000);
    expect(reset).toHaveBeenCalledTimes(2);
  });

  test('U304 by a phone without a network is not opened again every few seconds, and at once when it has one', () => {
    const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reset = vi.fn();
    const error = TRPCClientError.from(new Event('error') as never);
    renderHook(() => useStreamRetry({ status: 'error', error, reset }));
    vi.advanceTimersByTime(20_000);
    expect(reset).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('online'));
    expect(reset).toHaveBeenCalledTimes(1);
    offline.mockRestore();
  });

  test('X11 is left alone when its page has gone, or when it has opened in between', () => {
    const reset = vi.fn();
    const gone = renderHook(() => useStreamRetry({ status: 'error', error: refused(429), reset }));
    gone.unmount();
    const opened = renderHook((status: 'error' | 'pending') => useStreamRetry({ status, error: refused(429), reset }), {
      initialProps: 'error',
    });
    opened.rerender('pending');
    vi.advanceTimersByTime(60_000);
    expect(reset).not.toHaveBeenCalled();
  });
});
