import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lessonPrint } from '#contract/courses/lesson-print.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenProposal } from '#domain/generation/proposals/proposal.factory.ts';

const api = useTestApi();
let person: Person;
let courseId: string;
beforeAll(async () => {
  person = await api.givenPerson('versions@example.com');
});
beforeEach(async () => {
  courseId = await givenCourse(person.userId);
});

async function call(method: string, path: string, body?: unknown) {
  const { status, json } = await api.call(`/api/courses/${courseId}${path}`, {
    method,
    bearer: person.accessToken,
    ...(body !== undefined && { body }),
  });
  return { status, json };
}
const course = async () => (await api.call(`/api/courses/${person.userId}/${courseId}`, { bearer: person.accessToken })).json.course;

describe('versions of a course by HTTP', () => {
  it('a lesson is edited; an edit of an older version is 409', async () => {
    const save = (content: string, base_version: number) =>
      call('PATCH', '/lessons/0_0', { base_version, edit_session: randomUUID(), content });
    expect(await save('# Mine  ', 1)).toMatchObject({
      status: 200,
      json: { version: 2, lesson: { content: '# Mine  ', notes: ['edited'] } },
    });
    expect(await save('Late', 1)).toMatchObject({ status: 409, json: { code: 'course.version_conflict' } });
    expect(await save('\u0000', 2)).toMatchObject({ status: 400 });
    expect(await save(' \u200b\n', 2)).toMatchObject({ status: 400 });
    expect(await call('GET', '/versions')).toMatchObject({
      status: 200,
      json: {
        versions: [
          { number: 2, current: true },
          { number: 1, kind: 'generated' },
        ],
      },
    });
    expect(await call('GET', '/versions/1')).toMatchObject({
      status: 200,
      json: { version: 1, course: { course_id: courseId, version: 1 } },
    });
    expect(await call('POST', '/versions/1/restore', {})).toMatchObject({ status: 200, json: { version: 3 } });
    expect(await call('POST', '/versions/2/restore', { lesson_id: '0_0' })).toMatchObject({ status: 200, json: { version: 4 } });
    expect(await call('GET', '/versions/9')).toMatchObject({ status: 404 });
    expect(await call('GET', '/versions/x')).toMatchObject({ status: 400 });
    expect((await course()).modules[0].lessons[0].content).toBe('# Mine  ');
  });

  it('rewriting a lesson or a module is 202; a pinned one is 409', async () => {
    const answer = await call('POST', '/lessons/0_1/regenerate', { instruction: ' With more examples ' });
    expect(answer).toMatchObject({ status: 202, json: { kind: 'lesson', status: 'running', items: [{ lesson: 1 }] } });
    expect(await call('GET', '/proposals')).toMatchObject({
      json: { proposals: [{ task_id: answer.json.task_id, status: 'writing', instruction: 'With more examples', lessons: [] }] },
    });
    expect(await call('POST', '/modules/0/regenerate', {})).toMatchObject({ status: 202, json: { title: 'Spring', items: [{}, {}] } });
    expect(await call('PUT', '/lessons/1_0/pin', { pinned: true })).toEqual({ status: 200, json: { pinned: true } });
    expect(await call('POST', '/lessons/1_0/regenerate', {})).toMatchObject({ status: 409, json: { code: 'course.lesson_pinned' } });
    expect(await call('POST', '/modules/1/regenerate', {})).toMatchObject({ status: 409 });
    expect(await call('POST', '/modules/5/regenerate', {})).toMatchObject({ status: 404 });
    expect(await call('POST', '/lessons/0_0/regenerate', { instruction: 'x'.repeat(1_001) })).toMatchObject({ status: 400 });
  });

  it('a proposal is accepted completely, partly or as compared, or discarded', async () => {
    const propose = (lessonIds: string[]) => givenProposal({ accountId: person.userId, courseId, lessonIds });
    const accept = (taskId: string, body: object = {}) => call('POST', `/proposals/${taskId}/accept`, body);
    const whole = await propose(['0_0']);
    expect(await accept(whole, { lesson_ids: ['x'] })).toMatchObject({ status: 400 });
    expect(await accept(whole)).toMatchObject({ status: 200, json: { version: 2 } });
    const [first, second] = (await course()).modules[0].lessons;
    const contested = await propose(['0_1']);
    await call('PATCH', '/lessons/0_1', { base_version: 2, edit_session: randomUUID(), content: 'Manually' });
    expect(await accept(contested, { base_prints: { [second.lesson_id]: lessonPrint(second) } })).toMatchObject({
      status: 409,
      json: { code: 'course.version_conflict' },
    });
    const both = await propose(['0_0', '0_1']);
    expect(await accept(both, { lesson_ids: [first.lesson_id] })).toMatchObject({ status: 200, json: { version: 4 } });
    const { proposals } = (await call('GET', '/proposals')).json;
    expect(proposals.find(({ task_id }: { task_id: string }) => task_id === both).lesson_ids).toEqual([second.lesson_id]);
    expect(await call('POST', `/proposals/${both}/discard`)).toEqual({ status: 200, json: { discarded: true } });
  });

  it('LRN-07 a lesson is completed and bookmarked', async () => {
    const complete = () =>
      api.call('/api/lesson-complete', {
        bearer: person.accessToken,
        body: { user_id: person.userId, course_id: courseId, lesson_id: '0_0' },
      });
    expect((await complete()).json).toMatchObject({ points_awarded: 25, course_completed: false, progress: 33 });
    expect((await complete()).json).toMatchObject({ points_awarded: 0 });
    expect(await call('POST', '/lessons/0_0/bookmark')).toEqual({ status: 200, json: { bookmarked: true } });
    expect(await course()).toMatchObject({
      status: 'in-progress',
      progress: 33,
      modules: [{ lessons: [{ completed: true, bookmarked: true }, {}] }, {}],
    });
    expect(await call('DELETE', '/lessons/0_0/bookmark')).toEqual({ status: 200, json: { bookmarked: false } });
  });
});
