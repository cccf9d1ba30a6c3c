import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);

let expected: RegExp[] = [];
let problems: string[] = [];

/** Names the console errors that a test causes on purpose; any other one fails it. */
export const expectErrors = (...patterns: RegExp[]): void => {
  expected = patterns;
};

const print = console.error;
console.error = (...words: unknown[]) => {
  const text = words.map(String).join(' ');
  if (expected.some((pattern) => pattern.test(text))) return;
  problems.push(text);
  print(...words);
};

beforeEach(() => {
  expected = [];
  problems = [];
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
