import { describe, expect, it } from 'vitest';
import { makeAdmin } from '../../src/people/users/first-admin.ts';
import { PASSWORD } from '../support/app.ts';
import { expectError, useWorld } from '../support/contract.ts';
import { ok } from '../support/factories.ts';

const world = useWorld({ LIMIT_SCALE: 1 });
let addresses = 0;
const visitor = () => world.app.client({ ip: `198.19.0.${++addresses}` });

describe('passwords', () => {
  it('N11 that guessers try early are refused: common ones, rows of keys, repetitions, and what is known of the person', async () => {
    const easy = [
      'letmein123',
      'aaaaaaaa',
      '        ',
      'password1!',
      'qwertyuiop',
      '1q2w3e4r5t',
      'robinson',
      'QuickFleet1',
    ];
    for (const password of easy) {
      const answer = await visitor().post('/api/register', { username: 'robinson', password });
      expectError(answer, 400, 'COMMON_PASSWORD');
      await expect(makeAdmin(world.app.services.orm, 'robinson', password)).rejects.toThrow('too easy to guess');
    }
    for (const password of ['boss-boss', 'Boss.boss.1', 'quickfleet-boss', 'bossBOSSboss!'])
      await expect(makeAdmin(world.app.services.orm, 'boss', password), password).rejects.toThrow('too easy to guess');
    expect(await world.app.sql(`select 1 from users where username in ('robinson', 'boss')`)).toEqual([]);
    expect((await visitor().post('/api/register', { username: 'robinson', password: 'kX9#mQ2v' })).statusCode).toBe(
      201,
    );
  });

  it('N11 the current one cannot be guessed in an open browser, nor user names', async () => {
    const user = await world.app.as('driver');
    const guess = (currentPassword: string) =>
      user.put(`/api/v1/users/${user.userId}`, { password: 'entirely new words', currentPassword });
    const answers: number[] = [];
    for (let n = 0; n < 7; n++) answers.push((await guess(`wrong guess ${n}`)).statusCode);
    expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
    expectError(await guess(PASSWORD), 429);
    const other = await world.app.as('driver');
    for (let n = 0; n < 8; n++)
      ok(
        await other
          .put(`/api/v1/users/${other.userId}`, {
            password: `entirely new words ${n}`,
            currentPassword: n ? `entirely new words ${n - 1}` : PASSWORD,
          })
          .then(async (answer) => {
            await other.post('/api/login', { username: other.username, password: `entirely new words ${n}` });
            return answer;
          }),
      );
    const names: number[] = [];
    for (let n = 0; n < 7; n++)
      names.push((await other.put(`/api/v1/users/${other.userId}`, { username: world.customer.username })).statusCode);
    expect(names).toEqual([409, 409, 409, 409, 409, 429, 429]);
  });
});
