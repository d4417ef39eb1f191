import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { FOR_SERVERS, declaredForServers } from './declared-for-servers.ts';

it('removes every property that only servers read from all declarations for browsers', () => {
  // this test is built as the app is
  expect(ENDPOINTS.length).toBeGreaterThan(500);
  for (const endpoint of ENDPOINTS) {
    expect(Object.keys(endpoint)).toEqual(expect.arrayContaining(['name', 'method', 'path', 'auth', 'responses', 'errors']));
    expect([endpoint.name, Object.keys(endpoint).filter((key) => (FOR_SERVERS as readonly string[]).includes(key))]).toEqual([
      endpoint.name,
      [],
    ]);
  }
});

it('removes the shapes of answers from a build, and no code of the frontend reads them', () => {
  const { transform } = declaredForServers(['responses']);
  const { handler } = transform as unknown as { handler: (this: { parse: typeof parseAst }, code: string) => { code: string } | null };
  const code = "export const getHive = defineEndpoint({ name: 'getHive', responses: { 200: hive }, errors: [] });";
  const left = handler.call({ parse: parseAst }, code)?.code;
  expect(left).toMatch(/^export const getHive = defineEndpoint\(\{ name: 'getHive',\s+errors: \[\] \}\);$/);
  const src = path.resolve(import.meta.dirname, '../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.(test|factory))\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  const readers = files.filter(
    (file) =>
      !file.startsWith('testing') && /(?<!typeof \w+)\.responses\b|[{,]\s*responses\b/.test(readFileSync(path.join(src, file), 'utf8')),
  );
  expect(readers).toEqual([]);
});

it('reads the contract only', () => {
  const { transform } = declaredForServers();
  expect(transform).toMatchObject({ filter: { id: expect.any(RegExp) } });
  const { id } = (transform as { filter: { id: RegExp } }).filter;
  expect('/home/contract/chat/chat.contract.ts').toMatch(id);
  expect('/home/frontend/src/lib/api-client.ts').not.toMatch(id);
});
