import { describe, expect, it } from 'vitest';
import { readGrantOptions } from './grant-options.ts';
import { ScriptError } from './run-script.ts';

describe('npm run grant -- …', () => {
  it('reads the email, and a role or a number of tokens', () => {
    expect(readGrantOptions(['a@example.com', 'creator'])).toEqual({ email: 'a@example.com', gift: 'creator' });
    expect(readGrantOptions(['a@example.com', 'tokens:1000'])).toEqual({ email: 'a@example.com', gift: 1000 });
  });

  it.each([
    [['a@example.com', 'king'], "There is no role 'king'. Roles: learner, creator, operator, admin. Tokens: tokens:1000."],
    [['a@example.com', 'tokens:0.5'], 'Give a whole number of tokens from 1 to 10000000: tokens:1000'],
    [['a@example.com', 'tokens:0'], 'Give a whole number of tokens from 1 to 10000000: tokens:1000'],
    [[], 'Name an account, and a role or tokens: npm run grant -- <email> <learner|creator|operator|admin|tokens:1000>'],
  ])('reports the problem with %j in one line', (words, message) => {
    expect(() => readGrantOptions(words)).toThrow(new ScriptError(message));
  });
});
