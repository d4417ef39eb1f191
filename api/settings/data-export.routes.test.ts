import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openLimits } from '#api/platform/limits.ts';
import { FROM_OUR_PAGE, useTestApi, type Person } from '#api/testing/test-api.ts';
import { dataExport } from '#contract/settings/data-export.contract.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { exportParts } from '#domain/settings/export-data.command.ts';

const api = useTestApi();
let ada: Person;
beforeAll(async () => {
  ada = await api.givenPerson('ada@example.com');
});

const exported = (headers: Record<string, string>, signal?: AbortSignal) =>
  fetch(`${api.origin}/api/user/data-export`, { headers, ...(signal && { signal }) });
const asAda = () => ({ authorization: `Bearer ${ada.accessToken}` });
const unpack = async (answer: Response) => unzipSync(new Uint8Array(await answer.arrayBuffer()));
const audited = async () => Number((await api.database.knex('audit_entry').where({ action: 'account.exported' }).count())[0]!['count']);

describe('the data export', () => {
  it('EXP-01 is a zip named after content and date, and is not cached', async () => {
    const answer = await exported(asAda());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="coursewright-data-export-\d{4}-\d\d-\d\d\.zip"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const files = await unpack(answer);
    expect(Object.keys(files)).toHaveLength(exportParts().length + 1);
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject([{ id: ada.userId, email: 'ada@example.com' }]);
  });

  it('belongs to the caller, by token or by cookie, and is recorded each time', async () => {
    const before = await audited();
    const ben = await api.givenPerson('ben@example.com');
    const files = await unpack(await exported({ cookie: `__Host-cw-3000=${ben.cookie}`, ...FROM_OUR_PAGE }));
    expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject([{ id: ben.userId }]);
    expect(await audited()).toBe(before + 1);
    expect((await exported({})).status).toBe(401);
    expect((await exported({ authorization: 'Bearer nonsense' })).status).toBe(401);
    expect(await audited()).toBe(before + 1);
  });

  it('EXP-02 that fails half-way never looks complete', async () => {
    await api.database.knex.raw('alter table point_entry rename to point_entry_away');
    const answer = await exported(asAda());
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await api.database.knex.raw('alter table point_entry_away rename to point_entry');
    expect((await exported(asAda())).status).toBe(200);
  });

  it('stops reading when the client disconnects', async () => {
    const courseId = await givenCourse(ada.userId);
    await api.database.knex.raw(
      `insert into course_version (course_id, number, content)
       select course_id, n, content || jsonb_build_object('noise', (select string_agg(md5(n::text || m), '') from generate_series(1, 4000) m))
         from course_version, generate_series(2, 200) n where course_id = ?`,
      [courseId],
    );
    let pages = 0;
    const count = ({ sql }: { sql: string }) => (pages += sql.includes('from course_version t') ? 1 : 0);
    api.database.knex.on('query', count);
    const leaving = new AbortController();
    const answer = await exported(asAda(), leaving.signal);
    const reader = answer.body!.getReader();
    while (pages === 0) await reader.read();
    leaving.abort();
    let seen = 0;
    await vi.waitUntil(() => seen === (seen = pages), { interval: 300, timeout: 60_000 });
    api.database.knex.removeListener('query', count);
    expect(pages).toBeLessThan(50);
  });
});

describe('its limit', () => {
  it('allows a few a day, and reports when the next is allowed', async () => {
    const limit = openLimits({ local: false }).of(dataExport);
    const take = (userId: string) => limit({ ip: '127.0.0.1', userId, body: undefined }, async () => 'taken');
    for (let count = 0; count < 5; count += 1) expect(await take('ada')).toBe('taken');
    await expect(take('ada')).rejects.toMatchObject({ code: 'limits.rate', data: { retryAfterS: expect.any(Number) } });
    expect(await take('ben')).toBe('taken');
  });
});
