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

it('reads the contract only', () => {
  const { transform } = declaredForServers();
  expect(transform).toMatchObject({ filter: { id: expect.any(RegExp) } });
  const { id } = (transform as { filter: { id: RegExp } }).filter;
  expect('/home/contract/chat/chat.contract.ts').toMatch(id);
  expect('/home/frontend/src/lib/api-client.ts').not.toMatch(id);
});
