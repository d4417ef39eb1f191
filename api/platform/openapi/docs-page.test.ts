import { expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';

const api = useTestApi();

it('shows the interface to everybody, with a script of our own and no other host', async () => {
  const page = await api.call('/api/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.text).toContain('spec-url="/api/openapi.json"');
  expect(page.text).not.toMatch(/https?:/);

  const [, address] = /<script src="([^"]+)"/.exec(page.text)!;
  const script = await api.call(address!);
  expect(script.status).toBe(200);
  expect(script.headers['content-type']).toMatch(/javascript/);
});

it('keeps the policy of every page, and adds the worker for the search', async () => {
  const everywhere = (await api.call('/api/about')).headers['content-security-policy'];
  const here = (await api.call('/api/docs')).headers['content-security-policy'];
  expect(everywhere).not.toContain('worker-src');
  expect(here).toBe(`${everywhere};worker-src blob:`);
});
