import { expect, it } from 'vitest';
import { changesIn, newestIn } from './changes.ts';

const changelog = `# Changelog

- Not a change.

## [Unreleased]

### People

- **Invitations by mail** take the place
  of passwords.
- **Forgot password?** mails a link.

### Fixed

- A line without a lead that is long enough to be cut somewhere after sixty characters.

## [1.0.0]

### Added

- Everything.
`;

it('U296 the changelog is read as subjects and lines, whatever their wording after the lead', () => {
  expect(changesIn(changelog)).toEqual([
    { id: 'Invitations by mail', subject: 'People', text: '**Invitations by mail** take the place of passwords.' },
    { id: 'Forgot password?', subject: 'People', text: '**Forgot password?** mails a link.' },
    {
      id: 'A line without a lead that is long enough to be cut somewher',
      subject: 'Fixed',
      text: expect.stringContaining('characters.'),
    },
    { id: 'Everything.', subject: 'Added', text: 'Everything.' },
  ]);
  expect(newestIn(changelog).map(({ subject }) => subject)).toEqual(['People', 'People', 'Fixed']);
});
