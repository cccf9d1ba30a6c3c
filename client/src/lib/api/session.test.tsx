import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectErrors } from '../../../test/setup.ts';
import { useAuth } from './session.tsx';

const Lost = () => <p>{useAuth().user?.username}</p>;

test('A16 the session cannot be asked for outside its provider', () => {
  expectErrors(/The above error occurred/, /useAuth must be used/);
  expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider');
});
