import { describe, expect, it } from 'vitest';
import { assertGreetingNames, isGreetingName } from './greeting-name.ts';

describe('a name that greets people in mails', () => {
  it.each([
    'Ada\nYour account is blocked',
    'Ada\r\nBcc: x',
    'Ada\u2028Lovelace',
    'Win at http://evil.test',
    'visit evil.com now',
    'www.evil.example',
    'me@evil.org',
    'a@б.рф',
  ])('is refused with a line break or an address: %j', (text) => {
    expect(isGreetingName(text)).toBe(false);
    expect(() => assertGreetingNames({ first_name: text })).toThrow('The name cannot be used.');
  });

  it.each([
    'Ada',
    'Jean-Luc',
    'O’Neil',
    'Dr. A. Okafor',
    'St. Mary’s',
    'Smith & Sons Inc.',
    'J.R.R.',
    'François',
    '李小龙',
    'Anne Marie',
    'No. 5 School',
  ])('is used unchanged: %s', (text) => {
    expect(isGreetingName(text)).toBe(true);
  });
});
