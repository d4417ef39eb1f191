import { beforeAll, beforeEach, afterAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { SOURCE_BYTES, SOURCES_MOST } from '#contract/sources/source-limits.ts';
import { startEngine } from '#domain/kinds.ts';
import { config, setConfig } from '#domain/platform/config.ts';
import { sandboxGoogle } from '#domain/platform/google-settings.ts';
import { buildDocx } from '#domain/sources/files.factory.ts';
import { startSandbox, type Sandbox } from '#ops/sandbox/server.ts';

const api = useTestApi();
let sandbox: Sandbox;
let ines: Person;
startEngine();

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  ines = await api.givenPerson('ines@example.com');
});
beforeEach(() => setConfig({ ...config(), google: { ...config().google, ...sandboxGoogle(sandbox.url) } }));
afterAll(() => sandbox.close());

async function upload(bytes: Uint8Array, name: string, type = ''): Promise<{ status: number; json: any }> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name, { type }));
  const headers = { authorization: `Bearer ${ines.accessToken}` };
  const answer = await fetch(`${api.origin}/api/sources`, { method: 'POST', body: form, headers });
  return { status: answer.status, json: await answer.json() };
}
const as = (person: Person, method: string, address: string) => api.call(`/api/sources${address}`, { method, bearer: person.accessToken });

it('a file is identified by its bytes, listed while it is read, and removed with everything derived from it', async () => {
  const { status, json } = await upload(buildDocx(['Bees fly.']), '../../notes\u202e.docx', 'application/octet-stream');
  expect(status).toBe(202);
  expect(json.source).toMatchObject({ name: 'notes.docx', type: 'docx', status: 'reading', words: 0, error: null });
  const id = json.source.source_id;
  expect((await as(ines, 'GET', '')).json.sources).toEqual([json.source]);
  expect((await as(ines, 'GET', `/${id}/passages/1`)).status).toBe(404);
  expect((await as(ines, 'DELETE', `/${id}`)).json).toEqual({ source_id: id });
  expect((await as(ines, 'GET', '')).json.sources).toEqual([]);
  const run = await api.database.knex('run').where({ account_id: ines.userId, kind: 'source-reading' }).first();
  expect(run!.status).toBe('cancelled');
  expect(await api.database.knex('media_object').where({ account_id: ines.userId, deleted_at: null })).toEqual([]);
});

it('a file of an unknown type, too large, or one too many is refused with its code', async () => {
  expect(await upload(Buffer.from('89504e470d0a1a0a', 'hex'), 'a.pdf', 'application/pdf')).toMatchObject({
    status: 415,
    json: { code: 'source.bad_type' },
  });
  expect(await upload(Buffer.from('x'), 'a.png', 'image/png')).toMatchObject({ status: 415, json: { code: 'body.unsupported_type' } });
  expect(await upload(Buffer.alloc(SOURCE_BYTES + 1, 'x'), 'a.txt', 'text/plain')).toMatchObject({
    status: 413,
    json: { code: 'body.too_large' },
  });
  await api.database.knex.raw(
    `insert into source (id, account_id, type, name) select gen_random_uuid(), ?, 'text', 'full' from generate_series(1, ?)`,
    [ines.userId, SOURCES_MOST],
  );
  expect(await upload(Buffer.from('Bees'), 'a.txt', 'text/plain')).toMatchObject({ status: 409, json: { code: 'source.too_many' } });
});
