import { expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';

const api = useTestApi();

it.each(['/api/about', '/api/market/courses', '/market', '/certificates/x', '/', '/api/docs', '/nowhere', '/sign-in/apple'])(
  '%s is refused with thousands of parameters, before any is read',
  async (address) => {
    for (const parameters of ['a&'.repeat(7_000), 'limit=1&'.repeat(1_000)]) {
      const { status, json } = await api.call(`${address}?${parameters}`);
      expect([status, json.detail]).toEqual([400, 'The address has too many parameters.']);
    }
    expect((await api.call(`${address}?${'a&'.repeat(99)}`)).status).not.toBe(400);
  },
);
