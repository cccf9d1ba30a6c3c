import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
// A field that grows with its text waits for fonts, which the document of these tests has none of.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// It has no second tab that could hold a lock either.
Object.defineProperty(navigator, 'locks', {
  value: { request: (_name: string, _options: unknown, work: (lock: object) => unknown) => work({}) },
});
// A part that is fetched when it is first shown takes a busy machine longer than the second that is the default.
configure({ asyncUtilTimeout: 10_000 });

let expected: RegExp[] = [];
let problems: string[] = [];

/** Names the console errors that a test causes on purpose; any other one fails it. */
export const expectErrors = (...patterns: RegExp[]): void => {
  expected = patterns;
};

beforeEach(() => {
  expected = [];
  problems = [];
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    const text = words.map(String).join(' ');
    if (!expected.some((pattern) => pattern.test(text))) problems.push(text);
  });
});
afterEach(async () => {
  cleanup();
  const { notifications } = await import('@mantine/notifications');
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  expect(problems).toEqual([]);
});
