import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { reportActivity } from '#contract/dashboard/dashboard.contract.ts';
import { createNote, deleteNote, updateNote } from '#contract/notes/notes.contract.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { bookmarkLesson, completeLesson } from '#contract/progress/progress.contract.ts';
import { partly, stubServer, unreachable, type Answer, type SentRequest } from '#frontend/testing/show-screen.tsx';
import { aUser } from '#frontend/testing/user.factory.ts';

/** Each test is a document of its own: what it finds is what the last one left on the device. */
const openDocument = async (user = aUser()) => {
  vi.resetModules();
  const { writeSession } = await import('#frontend/lib/session/token-store.ts');
  writeSession({ user });
  const outbox = await import('./outbox.ts');
  const { getNotices } = await import('#frontend/lib/toast.ts');
  return { ...outbox, getNotices, signInAs: (next: ReturnType<typeof aUser> | null) => writeSession({ user: next }) };
};
type Document = Awaited<ReturnType<typeof openDocument>>;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const LESSON = { body: { course_id: 'c1', lesson_id: 'l1' } };
const complete = ({ act }: Document, lesson = 'l1') =>
  act(completeLesson, { body: { ...LESSON.body, lesson_id: lesson } }, { lane: `lesson:c1:${lesson}` });
const NOTE = { note_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a12', course_id: 'c1', lesson_id: 'l1', passage: null, text: 'Feed late' };
const write = ({ act }: Document, text = NOTE.text) => act(createNote, { body: { ...NOTE, text } }, { lane: `note:${NOTE.note_id}` });
const pathsOf = (sent: readonly SentRequest[]) => sent.map(({ method, path }) => `${method} ${path}`);
const answerWithPage = (status: number) => stubServer(() => ({ page: '<html>Welcome</html>', body: undefined, status }));
const busy = (): Answer => problem('service.unavailable', 'Busy.');

describe('an act', () => {
  it('is answered at once while the server can be reached, and nothing waits', async () => {
    const page = await openDocument();
    stubServer(() => partly({ points_awarded: 25 }));
    expect(await complete(page)).toMatchObject({ points_awarded: 25 });
    expect(page.waitingActs()).toEqual([]);
  });

  it('waits without a connection, also when the tab is closed, and is sent later with its own id and time', async () => {
    const page = await openDocument();
    stubServer(unreachable);
    const before = Date.now();
    expect(await complete(page)).toBeNull();
    expect(await write(page)).toBeNull();
    expect(page.waitingActs().map(({ name }) => name)).toEqual(['completeLesson', 'createNote']);

    const [sent, next] = [stubServer(() => partly({})), await openDocument()];
    next.deliverActs();
    await vi.waitFor(() => expect(next.waitingActs()).toEqual([]));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(pathsOf(sent).toSorted()).toEqual(['POST /api/lesson-complete', 'POST /api/notes']);
    const { headers } = sent[0]!;
    expect(headers.get('act-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.abs(Date.parse(headers.get('act-time')!) - before)).toBeLessThan(5_000);
    expect(headers.get('act-zone')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  it.each([
    ['a captive portal', () => answerWithPage(200)],
    ['a proxy before a server that is down', () => answerWithPage(403)],
    ['a server that is stopping', () => stubServer(busy)],
    ['too many requests', () => stubServer(() => problem('limits.rate', 'Later.'))],
    ['a dead line', () => stubServer(unreachable)],
  ])('waits behind %s, although the browser says that it is online', async (_, stub) => {
    expect(navigator.onLine).toBe(true);
    const page = await openDocument();
    stub();
    expect(await complete(page)).toBeNull();
    expect(page.waitingActs()).toMatchObject([{ name: 'completeLesson', refusal: null }]);
    const sent = stubServer(() => partly({}));
    page.sendNow();
    await vi.waitFor(() => expect(page.waitingActs()).toEqual([]));
    expect(sent).toHaveLength(1);
  });

  it('that had arrived before its answer was lost counts as done', async () => {
    const page = await openDocument();
    // frontends leave out what servers read of a declaration, and with it this code
    stubServer(() => brokenAnswer('declared for servers only', 409, { code: 'act.applied' }));
    expect(await complete(page)).toBeNull();
    expect(page.waitingActs()).toEqual([]);
  });

  it('that removes what is no longer there counts as done', async () => {
    const page = await openDocument();
    stubServer(() => problem('not_found', 'Gone.'));
    expect(await page.act(deleteNote, { params: { note_id: NOTE.note_id } }, { lane: 'note' })).toBeNull();
    expect(page.waitingActs()).toEqual([]);
  });

  it('that is refused while its screen waits is thrown, and not kept: the screen has its text', async () => {
    const page = await openDocument();
    stubServer(() => problem('not_found', 'Gone.'));
    await expect(write(page)).rejects.toMatchObject({ status: 404 });
    expect(page.waitingActs()).toEqual([]);
  });

  it('that is refused later names itself and keeps its text, until it is dismissed', async () => {
    const page = await openDocument();
    stubServer(busy);
    await write(page);
    stubServer(() => problem('not_found', 'Gone.'));
    page.sendNow();
    await vi.waitFor(() => expect(page.waitingActs()).toMatchObject([{ refusal: 'Gone.', body: { text: 'Feed late' } }]));
    expect(page.getNotices().map(({ text }) => text)).toEqual(['The note could not be saved. Gone.']);
    await page.dismissAct(page.waitingActs()[0]!);
    expect(page.waitingActs()).toEqual([]);
  });
});

describe('the order of acts', () => {
  it('is kept about one thing, and a thing that cannot be saved now does not hold up the others', async () => {
    const page = await openDocument();
    stubServer(unreachable);
    await write(page);
    await page.act(updateNote, { params: { note_id: NOTE.note_id }, body: { text: 'Feed early' } }, { lane: `note:${NOTE.note_id}` });
    await complete(page);
    const sent = stubServer(({ path }) => (path === '/api/notes' ? busy() : partly({})));
    page.sendNow();
    await vi.waitFor(() => expect(page.waitingActs().map(({ name }) => name)).toEqual(['createNote', 'updateNote']));
    expect(pathsOf(sent).toSorted()).toEqual(['POST /api/lesson-complete', 'POST /api/notes']);
    const then = stubServer(() => partly({}));
    page.sendNow();
    await vi.waitFor(() => expect(page.waitingActs()).toEqual([]));
    expect(pathsOf(then)).toEqual(['POST /api/notes', `PATCH /api/notes/${NOTE.note_id}`]);
  });

  it('adds minutes to the report that waits, and loses none that came while it was sent', async () => {
    const page = await openDocument();
    const report = (minute: string) =>
      page.act(
        reportActivity,
        { body: { minutes: [minute], course_id: 'c1' } },
        {
          lane: 'minutes:c1',
          merge: (waiting, later) => ({
            ...(waiting as object),
            minutes: [waiting, later].flatMap((body) => (body as { minutes: string[] }).minutes),
          }),
        },
      );
    stubServer(unreachable);
    for (const minute of ['2026-12-01T10:00:00Z', '2026-12-01T10:01:00Z']) await report(minute);
    expect(page.waitingActs()).toMatchObject([{ id: null, body: { minutes: ['2026-12-01T10:00:00Z', '2026-12-01T10:01:00Z'] } }]);
    let during: Promise<unknown> | null = null;
    const sent = stubServer(async () => {
      during ??= report('2026-12-01T10:02:00Z');
      await vi.waitFor(() => expect((page.waitingActs()[0]!.body as { minutes: string[] }).minutes).toHaveLength(3));
      return partly({ counted: 1 });
    });
    page.sendNow();
    await vi.waitFor(() => expect(page.waitingActs()).toEqual([]));
    await during;
    expect((sent.at(-1)!.body as { minutes: string[] }).minutes).toContain('2026-12-01T10:02:00Z');
  });
});

describe('two accounts on one device', () => {
  it('never see or send what the other has done', async () => {
    const [ines, ben] = [aUser(), aUser({ user_id: '0199f5a0-0000-7000-8000-00000000beef' })];
    const page = await openDocument(ines);
    stubServer(unreachable);
    await write(page);
    const sent = stubServer(() => partly({}));
    page.signInAs(ben);
    page.deliverActs();
    expect(page.waitingActs()).toEqual([]);
    await page.act(bookmarkLesson, { params: { course_id: 'c2', lesson_id: 'l2' } }, { lane: 'bookmark' });
    expect(pathsOf(sent)).toEqual(['POST /api/courses/c2/lessons/l2/bookmark']);
    page.signInAs(ines);
    await vi.waitFor(() => expect(pathsOf(sent)).toContain('POST /api/notes'));
  });

  it('an ended session keeps what waits until its owner signs in again', async () => {
    const ines = aUser();
    const page = await openDocument(ines);
    stubServer(unreachable);
    await write(page);
    page.signInAs(null);
    page.sendNow();
    const again = await openDocument(ines);
    const sent = stubServer(() => partly({}));
    again.deliverActs();
    await vi.waitFor(() => expect(pathsOf(sent)).toEqual(['POST /api/notes']));
  });

  it('what was not delivered is deleted when its owner says so', async () => {
    const ines = aUser();
    const page = await openDocument(ines);
    stubServer(unreachable);
    await write(page);
    await page.discardActs(ines.user_id);
    expect((await openDocument(ines)).waitingActs()).toEqual([]);
  });
});

it('a browser that stores nothing keeps acts as long as the tab', async () => {
  // @ts-expect-error private windows of some browsers lack it
  globalThis.indexedDB = undefined;
  const page = await openDocument();
  expect(await page.isKeptOnDevice()).toBe(false);
  stubServer(unreachable);
  expect(await write(page)).toBeNull();
  const sent = stubServer(() => partly({}));
  page.sendNow();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
});

it('a device without room sends at once, and says so when that fails, too', async () => {
  const page = await openDocument();
  const add = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const sent = stubServer(() => partly({}));
  await write(page);
  expect(sent).toHaveLength(1);
  stubServer(unreachable);
  await expect(write(page)).rejects.toMatchObject({ code: 'network' });
  expect(page.waitingActs()).toEqual([]);
  add.mockRestore();
});
