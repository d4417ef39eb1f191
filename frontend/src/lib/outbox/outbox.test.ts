import { beforeEach, expect, it, vi } from 'vitest';
import { writeSession } from '#frontend/lib/session/token-store.ts';
import { getNotices } from '#frontend/lib/toast.ts';
import { aUser } from '#frontend/testing/user.factory.ts';
import { brokenAnswer, problem } from '#contract/platform/mocked-answer.factory.ts';
import { partly, stubServer } from '#frontend/testing/show-screen.tsx';
import { sendQueuedActions } from '#frontend/app/update-bar.tsx';
import { isCompletionQueued, isOffline, queueAction, queuedActions, type QueuedAction } from './outbox.ts';

const user = aUser();
const userId = user.user_id;
const lesson: QueuedAction = { kind: 'lesson', courseId: 'c1', lessonId: 'l1', at: '2026-11-21T10:00:00.000Z' };
const note: QueuedAction = { ...lesson, kind: 'note', noteId: 'n1', passage: null, text: 'Feed late', at: '2026-11-21T10:01:00.000Z' };

beforeEach(() => {
  writeSession({ user });
  for (const act of [lesson, note, lesson]) queueAction(userId, act);
});

it.each([
  [false, { status: 0 }, true],
  // the browser is online but the server unreachable: the action is reported as failed
  [true, { status: 0 }, false],
  [false, { status: 503 }, false],
  [false, null, false],
])('with a browser online: %s, a call that failed with %j may be queued: %s', (isOnline, error, may) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  expect(isOffline(error)).toBe(may);
});

it('queued actions are sent in order, once, and only those of the signed-in user', async () => {
  queueAction('somebody-else', lesson);
  const sent = stubServer(() => partly({}));
  expect(isCompletionQueued({ userId, courseId: 'c1', lessonId: 'l1' })).toBe(true);
  await sendQueuedActions();
  await sendQueuedActions();
  expect(sent.map(({ path }) => path)).toEqual(['/api/lesson-complete', '/api/notes']);
  expect(queuedActions(userId)).toEqual([]);
  expect(queuedActions('somebody-else')).toHaveLength(1);
});

it('unsendable actions stay queued; rejected ones are reported with their text and dropped', async () => {
  stubServer(() => problem('service.unavailable', 'Busy.'));
  await sendQueuedActions();
  expect(queuedActions(userId)).toHaveLength(2);
  stubServer(({ path }) => (path === '/api/notes' ? problem('not_found', 'Gone.') : partly({})));
  await sendQueuedActions();
  expect(queuedActions(userId)).toEqual([]);
  expect(getNotices().map(({ text }) => text)).toContain('A note could not be saved: Feed late');
});

it.each([
  [400, []],
  [403, []],
  [404, []],
  [409, []],
  [422, []],
  // an expired session is renewed, and a rate-limited account sends later
  [401, ['lesson', 'note']],
  [429, ['lesson', 'note']],
  [500, ['lesson', 'note']],
])('after a status of %i what is still to be sent is %j', async (status, left) => {
  stubServer(({ path }) => (path.startsWith('/api/auth') ? partly({}) : brokenAnswer('any status counts', status, {})));
  await sendQueuedActions();
  expect(queuedActions(userId).map(({ kind }) => kind)).toEqual(left);
});
