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
  // in addresses and forms
  ['GET https://api.example/v1/models?key=abcdefghijkl&alt=json: 403', 'abcdefghijkl'],
  ['https://store.example/x?X-Amz-Signature=aabbccddeeff', 'aabbccddeeff'],
  ['https://store.example/x?sv=1&sig=AbC%2Bd%3D', 'AbC'],
  ['https://app.example/back?code=4/0Abc', '0Abc'],
  ['smtp://bees:correcthorse@mail.example:587 refused', 'correcthorse'],
  ['client_secret=abcdefghijkl', 'abcdefghijkl'],
  ['SAMLResponse=PHNhbWxwOlJl', 'PHNhbWxwOlJl'],
  // in headers and JSON
  ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
  ['Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
  ['set-cookie: session=abcDEF', 'abcDEF'],
  ['Ocp-Apim-Subscription-Key: 0123abcd', '0123abcd'],
  [String.raw`{\"password\":\"correct horse battery\"}`, 'horse'],
  // in sentences
  ['The API key "abcd1234" is wrong', 'abcd1234'],
  ['API key abcd1234efgh5678 is wrong', '5678'],
  ['invalid key 9f86d081884c7d659a2feaa0c55ad015', 'ad015'],
  ['your key ending in wxYZ', 'wxYZ'],
  ['secret access key wJalrXUtnFEMI/K7MDENG/bPxRfiCY', 'bPxRfiCY'],
  ['authentication failed: AGJlZXMAY29ycmVjdA==', 'AGJlZXMA'],
  // masked otherwise
  ['key ...wxYZ is invalid', 'wxYZ'],
  ['key abCD... is invalid', 'abCD'],
  ['Incorrect API key provided: abcd**wxyz', 'wxyz'],
  ['Your API key XXXX-XXXX-abcd is invalid', 'abcd'],
  ['sk-●●●●abcd', 'abcd'],
  ['SK-PROJ-ABCDEFG1234', 'ABCDEFG'],
  ['a JWE eyJhbGciOi.AAAA.BBBB.CCCC.DDDDEE', 'DDDDEE'],
  ['-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----', 'MIIEvQ'],
])('%s', (words, secret) => {
  expect(withoutSecrets(words)).not.toContain(secret);
  expect(withoutSecrets(words)).toContain('[key]');
});

it('leaves the information that an operator needs', () => {
  const words = [
    '401 Incorrect API key: it is wrong',
    'model claude-sonnet-4-5-20250929 was not found (request req_011CSHoEeqs5C35K2UUqR7Fy)',
    'run 0190a1b2-1234-7abc-8def-0123456789ab: 529 overloaded... try again',
    'the token limit: 200000 tokens are too many',
    'basic authentication is required, and bearer tokens are refused: key not found',
    'duplicate key value violates unique constraint "account_email_key"',
    'max_tokens=4096 is **more** than is left... the password: must be longer',
    'no key for 0190a1b2-1234-7abc-8def-0123456789ab',
  ];
  for (const one of words) expect(withoutSecrets(one)).toBe(one);
});

it('reads a limited part of words built to slow the search down, and reveals no secret at the cut', () => {
  // each pattern searched from every character to the end
  for (const one of ['a', 'a-', 'aB3', '-eyJaaaaaa', 'token=', 'key:    ', 'a://', 'key ends ', '"key":"', 'x+x+'])
    expect(withoutSecrets(one.repeat(100_000)).length).toBeLessThanOrEqual(50_000);
  expect(withoutSecrets(`${'so '.repeat(16_663)}sk-proj-abcdefghijkl`)).not.toContain('sk-');
});
