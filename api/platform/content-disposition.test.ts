import { expect, it } from 'vitest';
import { disposition } from './content-disposition.ts';

it.each([
  ['bees.pdf', 'attachment; filename="bees.pdf"'],
  ['kölner-bienen.pdf', `attachment; filename="kolner-bienen.pdf"; filename*=UTF-8''k%C3%B6lner-bienen.pdf`],
  ['μέλι.md', `attachment; filename="_.md"; filename*=UTF-8''%CE%BC%CE%AD%CE%BB%CE%B9.md`],
  [`a "b"\\'(c)*%.zip`, `attachment; filename="a _b__'(c)*_.zip"; filename*=UTF-8''a%20%22b%22%5C%27%28c%29%2A%25.zip`],
  ['a\r\nSet-Cookie: x', `attachment; filename="a_Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`],
])('names a file in ASCII, and in full where that differs: %j', (filename, header) => {
  expect(disposition('attachment', filename)).toBe(header);
});
