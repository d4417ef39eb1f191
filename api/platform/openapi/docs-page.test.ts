import { expect, it } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';

const api = useTestApi();

it('shows the interface to everyone, with our own script and no other host', async () => {
  const page = await api.call('/api/docs');
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.text).toContain('spec-url="/api/openapi.json"');
  expect(page.text).not.toMatch(/https?:/);

  const [, address] = /<script src="([^"]+)"/.exec(page.text)!;
  const script = await api.call(address!);
  expect(script.status).toBe(200);
  expect(script.headers['content-type']).toMatch(/javascript/);
  const letters = [...page.text.matchAll(/url\(([^)]+)\)/g)].map(([, at]) => at!);
  expect(letters).toHaveLength(2);
  for (const at of letters) expect((await api.call(at)).headers['content-type']).toBe('font/woff2');
});

it('keeps the policy of every page, and adds the worker for the search', async () => {
  const everywhere = (await api.call('/api/about')).headers['content-security-policy'];
  const here = (await api.call('/api/docs')).headers['content-security-policy'];
  expect(everywhere).not.toContain('worker-src');
  expect(here).toBe(`${everywhere};worker-src blob:`);
});

it('begins with a call that works when it is copied, and one that only needs a key', async () => {
  const { info } = (await api.call('/api/openapi.json')).json as { info: { description: string } };
  const [first, second] = [...info.description.matchAll(/```bash\ncurl -s http:\/\/localhost:3000(\S+)(.*)\n```/g)];
  expect((await api.call(first![1]!)).json).toMatchObject({ product: 'Coursewright' });
  const { userId: accountId } = await api.givenPerson('reader@example.com');
  const { secret } = await givenKey({ accountId });
  expect(second![2]).toBe(' -H "Authorization: Bearer $COURSEWRIGHT_KEY"');
  expect((await api.call(second![1]!, { bearer: secret })).json).toMatchObject({ user_id: accountId, key: { scopes: ['courses:read'] } });
});
