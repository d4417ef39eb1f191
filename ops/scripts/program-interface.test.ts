import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { mayKeyCall } from '#contract/key-access.ts';
import { API_PAGE, apiPage, scopeTable } from './program-interface.ts';

it('the tables of docs/api.md are the contract’s', () => {
  expect(readFileSync(API_PAGE, 'utf8')).toBe(apiPage());
});

it('the printed table has every endpoint that is not public, and shows for each scope whether it opens it', () => {
  const lines = scopeTable().split('\n');
  for (const endpoint of ENDPOINTS.filter(({ auth }) => auth !== 'public')) {
    const line = lines.find((one) => one.startsWith(`${endpoint.method} ${endpoint.path} `))!;
    const marks = line.match(/[●·]/g)!;
    expect(marks, endpoint.name).toEqual(KEY_SCOPE_IDS.map((scope) => (mayKeyCall(endpoint, [scope]) ? '●' : '·')));
    expect(marks.includes('●') || /[.]$/.test(line), `${endpoint.name} says why`).toBe(true);
  }
});
