import { describe, expect, it } from 'vitest';
import { assertGreetingNames, isGreetingName } from './greeting-name.ts';

describe('a name that greets people in emails', () => {
  it.each([
    'Ada\nYour account is blocked',
    'Ada\r\nBcc: x',
    'Ada\u2028Lovelace',
    'Win at http://evil.test',
    'visit evil.com now',
    'www.evil.example',
    'me@evil.org',
    'a@б.рф',
    'evil.example',
    'Look at evil.me',
    'evil.link',
    'evil.museum/prize',
    'приз.рф',
    'evil。com',
    'ｅｖｉｌ．ｃｏｍ',
    '10.0.0.1',
    'tel:112',
    'mailto: me',
    '+1 (900) 555-0134',
    'Call 0900 123 456',
    '٠٩٠٠١٢٣٤٥٦',
    'Ada @ home',
    'evil.js.com',
    '+49 1914-1918',
    'Ada\u202Emoc.live',
    'Ada\u2067',
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
    'Europe 1914–1918 and 1939-1945',
    'Node.js for beginners',
    'Python 3.12',
    'X Æ A-12',
    'Tokens: 100.000',
    'می‌خواهم',
  ])('is used unchanged: %s', (text) => {
    expect(isGreetingName(text)).toBe(true);
  });
});
