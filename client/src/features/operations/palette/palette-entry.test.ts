import { expect, test } from 'vitest';
import { ownGroups } from './palette-entry.ts';

const settingsOf = (role: 'admin' | 'dispatcher', typed: string) =>
  ownGroups(role, typed, () => null)
    .find(({ title }) => title === 'Settings')
    ?.entries.map(({ text }) => text) ?? [];

test('U319 finds a section of the settings by its title and by what is set in it, for those who may change it', () => {
  expect(settingsOf('admin', 'smtp')).toEqual(['Mail server', 'Environment']);
  expect(settingsOf('admin', 'holidays')).toEqual(['Business hours']);
  expect(settingsOf('dispatcher', 'holidays')).toEqual([]);
  expect(settingsOf('admin', '')).toEqual([]);
});
