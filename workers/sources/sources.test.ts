import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenOwner } from '#domain/courses/content/course.factory.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { addSource, removeSource, addPage } from '#domain/sources/source.commands.ts';
import { countWords } from '#domain/sources/split-passages.ts';
import { setNetwork } from '#domain/platform/network/ask-stranger.ts';
import { buildDocx, buildEpub, buildPdf, buildPptx } from '#domain/sources/files.factory.ts';
import { readFile } from '#domain/sources/reading/read-file.ts';
import { INSTALLATION } from '#domain/platform/turns/turns.ts';
import { HOSTILE_FILES, pdfBomb } from '#domain/sources/hostile-files.factory.ts';
import { listSources, readPassage } from '#domain/sources/sources.queries.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database } = usePipeline();

const add = async (accountId: string, name: string, bytes: Uint8Array) =>
  addSource({ accountId, requestId: randomUUID(), file: new File([new Uint8Array(bytes)], name) });
async function settled(accountId: string, sourceId: string) {
  const find = async () => (await listSources(accountId)).find(({ source_id }) => source_id === sourceId)!;
  return vi.waitUntil(async () => ((await find()).status === 'reading' ? null : find()), { timeout: 60_000, interval: 20 });
}
const passagesOf = (sourceId: string) => database.knex('source_passage').where({ source_id: sourceId }).orderBy('number');
const keptFiles = async (accountId: string) =>
  Number((await database.knex('media_object').where({ account_id: accountId, deleted_at: null }).count({ n: '*' }).first())?.n);

const sentence = (n: number) => `Colony ${n} stores honey above the brood, because warmth rises and the young need it.`;
const TOLD = [
  '# Spring',
  ...Array.from({ length: 30 }, (_, n) => sentence(n)),
  '---',
  '# Summer',
  'Swarms leave in June & look for a hollow tree.',
];

describe('a file that is added', () => {
  it.each([
    ['pdf', () => buildPdf(TOLD), 'bees.pdf', true],
    ['docx', () => buildDocx(TOLD), 'bees.docx', true],
    ['pptx', () => buildPptx(TOLD), 'bees.pptx', true],
    ['epub', () => buildEpub(TOLD), 'bees.epub', false],
    ['markdown', () => Buffer.from(TOLD.map((text) => (text === '---' ? '' : text)).join('\n\n')), 'bees.md', false],
    ['text', () => Buffer.from(`\ufeff${TOLD.filter((text) => text !== '---').join('\r\n\r\n')}`), 'bees.txt', false],
  ] as const)('%s is identified by its bytes, cut into passages and found by its words', async (type, build, name, hasPages) => {
    const accountId = await givenOwner();
    const added = await add(accountId, name, await build());
    expect(added).toMatchObject({ type, name, status: 'reading', error: null });
    expect(await settled(accountId, added.source_id)).toMatchObject({ status: 'ready', pages: hasPages ? expect.any(Number) : null });

    const passages = await passagesOf(added.source_id);
    expect(passages.length).toBeGreaterThan(2);
    for (const { body } of passages) expect(countWords(body)).toBeLessThanOrEqual(250);
    expect(passages.map(({ body }) => body).join('\n')).toContain(sentence(29));
    const { rows } = await database.knex.raw(
      `select number from source_passage where source_id = ? and search @@ plainto_tsquery('english', 'swarm hollow trees')`,
      [added.source_id],
    );
    expect(rows).toEqual([{ number: passages.length }]);
    const last = await readPassage(accountId, { sourceId: added.source_id, number: String(passages.length) });
    expect(last.text).toContain('Swarms leave in June & look for a hollow tree.');
    expect(last.text).not.toMatch(/gone|alert|Menu/);
    if (type !== 'text') expect(last.headings).toEqual(['Summer']);
    if (hasPages) expect(last.page).toBe(type === 'pdf' ? expect.any(Number) && last.page : 2);
    // of a processed source only the text is stored
    expect(await keptFiles(accountId)).toBe(0);
  });

  it('is the same source when it is sent again, and another user’s is their own', async () => {
    const [one, other] = [await givenOwner(), await givenOwner()];
    const bytes = buildDocx(TOLD);
    const [first, twice] = await Promise.all([add(one, 'a.docx', bytes), add(one, 'b.docx', bytes)]);
    expect(twice.source_id).toBe(first.source_id);
    await settled(one, first.source_id);
    expect((await add(one, 'c.docx', bytes)).source_id).toBe(first.source_id);
    const theirs = await add(other, 'a.docx', bytes);
    expect(theirs.source_id).not.toBe(first.source_id);
    await settled(other, theirs.source_id);
    await removeSource(one, first.source_id);
    expect(await listSources(one)).toEqual([]);
    expect(await passagesOf(first.source_id)).toEqual([]);
    await database.knex('account').where({ id: other }).delete();
    expect(await passagesOf(theirs.source_id)).toEqual([]);
  });
});

describe('a page that is added', () => {
  const HTML = `<title>All of bees</title><nav>Menu</nav><main><h1>Spring</h1><p>${TOLD.slice(1, 12).join(' ')}</p></main>`;
  let server: Server;

  beforeAll(async () => {
    server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end(HTML));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
    const resolve = async (host: string) => [{ address: host === 'bees.example' ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    setNetwork({ resolve, isAllowed: (address) => address === '127.0.0.2', ports: ['', String((server.address() as AddressInfo).port)] });
  });
  afterAll(() => {
    setNetwork(null);
    server.close();
  });

  it('is fetched, read and named by its title; the same address is the same source', async () => {
    const accountId = await givenOwner();
    const address = `http://bees.example:${(server.address() as AddressInfo).port}/#top`;
    const { source_id: id } = await addPage({ accountId, requestId: randomUUID(), address });
    expect(await settled(accountId, id)).toMatchObject({ status: 'ready', type: 'web', name: 'All of bees' });
    expect((await addPage({ accountId, requestId: randomUUID(), address })).source_id).toBe(id);
    expect(await readPassage(accountId, { sourceId: id, number: '1' })).toMatchObject({
      headings: ['Spring'],
      text: expect.not.stringContaining('Menu'),
    });
    expect(await keptFiles(accountId)).toBe(0);
  });

  it('at a private address is refused with its reason, and can be retried', async () => {
    const accountId = await givenOwner();
    const asked = { accountId, address: 'https://intranet.example/' };
    const { source_id: id } = await addPage({ ...asked, requestId: randomUUID() });
    expect(await settled(accountId, id)).toMatchObject({ status: 'failed', error: 'The address is not on the public internet' });
    const again = await addPage({ ...asked, requestId: randomUUID() });
    expect(again.source_id).not.toBe(id);
    await settled(accountId, again.source_id);
    await expect(addPage({ accountId, requestId: randomUUID(), address: 'http://10.0.0.1/' })).rejects.toMatchObject({
      code: 'source.private_address',
    });
  });
});

describe('the reading process', () => {
  const once = async function* (bytes: Uint8Array) {
    yield bytes;
  };
  const signal = new AbortController().signal;
  const turn = INSTALLATION;

  it('is ended if it takes too long or too much memory, or is no longer needed', async () => {
    const bomb = pdfBomb(60_000_000, 'q ');
    await expect(readFile('pdf', once(bomb), { turn, signal, withinMs: 700 })).rejects.toMatchObject({ code: 'source.too_slow' });
    await expect(readFile('pdf', once(bomb), { turn, signal, memoryBytes: 20_000_000 })).rejects.toMatchObject({ code: 'source.too_much' });
    await expect(readFile('pdf', once(bomb), { turn, signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout');
  });

  it('removes invisible text', async () => {
    const hidden = 'Bees\u202e fly\u200b.\u{e0049}\u{e0067}';
    const html = `<main><p>${hidden}</p><p style="display: none">Obey</p><p hidden>Obey</p><!-- Obey --><script>Obey</script></main>`;
    expect((await readFile('html', once(Buffer.from(html)), { turn, signal })).passages).toMatchObject([{ body: 'Bees fly.', page: null }]);
  });
});

describe('hostile files', () => {
  it('are more than thirty', () => expect(HOSTILE_FILES.length).toBeGreaterThanOrEqual(30));

  it.each(HOSTILE_FILES)('one that $says is refused with a reason, and nothing of it is stored', async ({ name, bytes, codes }) => {
    const accountId = await givenOwner();
    try {
      const { source_id: sourceId } = await add(accountId, name, await bytes());
      expect(await settled(accountId, sourceId)).toMatchObject({ status: 'failed', words: 0, error: expect.any(String) });
      const run = await database.knex('run').where({ account_id: accountId, kind: 'source-reading' }).first('error_code');
      expect(codes).toContain(run!.error_code);
      expect(await passagesOf(sourceId)).toEqual([]);
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      expect(codes).toContain(error.code);
      expect(await listSources(accountId)).toEqual([]);
    }
    expect(await keptFiles(accountId)).toBe(0);
  });
});
