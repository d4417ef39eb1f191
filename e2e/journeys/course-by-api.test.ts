import type { Course } from '#contract/courses/courses.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { eachService, SERVICES } from '#contract/platform/ai-services.ts';
import { signIn, type Client } from '#ops/testing/client.ts';
import { sandbox } from '../support/sandbox.ts';
import { SLOW, expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

let client: Client;
test.beforeAll(async () => {
  client = await signIn(installation().appUrl);
});
test.beforeEach(async () => {
  await sandbox.latency(0);
  await sandbox.heal();
  await sandbox.forget();
});
test.afterEach(() => sandbox.heal());

/** Topics, and the words that a module may use instead: the library has statistics, of which this topic is a part. */
const TOPICS: [topic: string, form: Record<string, unknown>, words?: string[]][] = [
  ['Gardening', { age: 12, guardian_agreement: true, difficulty: 'beginner', career_level: 'student' }, ['soil', 'plant']],
  ['Statistics', { age: 51, difficulty: 'professional', career_level: 'executive' }, ['average', 'sample', 'data']],
  ['Sourdough bread', { age: 34, teaching_style: 'storytelling', assessment_type: 'no-assessment' }],
  [
    'Bayesian statistics',
    { age: 27, difficulty: 'advanced', teaching_style: 'analytical', duration: '1 month' },
    ['probability', 'average', 'sample', 'data'],
  ],
  ['Fotosíntesis', { age: 45, language_preference: 'spanish' }, ['planta', 'luz']],
  ['Negotiation for nurses', { age: 39, industry_focus: 'healthcare', learning_style: 'case-study' }],
  ['First aid', { age: 9, guardian_agreement: true, duration: '1 week intensive', content_depth: 'overview' }],
  ['Docker containers', { age: 31, industry_focus: 'technology', assessment_type: 'certification', interactive_elements: 'immersive' }],
];

/** The smallest number of lessons, where the number proves nothing. */
const SHORT = { duration: '1 week intensive', content_depth: 'overview' };

async function make(form: Record<string, unknown>): Promise<{ course: Course; services: StatusEnvelope['services']; body: any }> {
  const { task_id } = await client.start({ learning_goals: `Understand and practise ${String(form.topic)}`, ...form });
  const end = await client.finish(task_id, { everyMs: 50 });
  expect(end.error).toBeUndefined();
  expect(end.status).toBe('completed');
  const { body } = await client.request('GET', `/api/courses/${client.userId}/${end.result!.course_id}`);
  return { course: body.course, services: end.services, body: end };
}

test.describe('a course on anything', () => {
  for (const [place, [topic, form, more = []]] of TOPICS.entries())
    test(
      `${topic}: whole, on its topic, without a lesson twice, and named as written by people (OPS-01, GEN-02, GEN-03, GEN-06, GEN-10)`,
      place === 0 ? {} : SLOW,
      async () => {
        const { course, services } = await make({ topic, ...form });
        expect(course.modules.length).toBeGreaterThanOrEqual(3);
        const words = [
          ...topic
            .toLowerCase()
            .split(/\s+/)
            .filter((word) => word.length > 3),
          ...more,
        ];
        for (const module of course.modules) {
          expect(module.lessons.length).toBeGreaterThanOrEqual(2);
          const text = JSON.stringify(module).toLowerCase();
          expect(
            words.some((word) => text.includes(word)),
            `${module.title} speaks of ${topic}`,
          ).toBe(true);
        }
        const lessons = course.modules.flatMap((module) => module.lessons);
        for (const lesson of lessons) {
          expect(lesson.content.length).toBeGreaterThanOrEqual(600);
          expect(lesson.objectives.length).toBeGreaterThan(0);
          expect(lesson.key_takeaways.length).toBeGreaterThan(0);
          expect(lesson.quiz.length + lesson.exercises.length).toBeGreaterThan(0);
          expect(lesson).toMatchObject({ written_by: null, reviewed_by: null, of_library: true });
        }
        expect(new Set(lessons.map((lesson) => lesson.content)).size).toBe(lessons.length);
        expect(new Set(lessons.map((lesson) => lesson.title)).size).toBe(lessons.length);
        expect(course.quality_level).toBe('high');
        expect(course.expert_insights.length).toBeGreaterThan(0);
        expect(services).toEqual(eachService(() => 'pending'));
        expect(new Set((await sandbox.calls()).map((call) => call.service))).toEqual(new Set(SERVICES));
      },
    );

  test('GEN-02 the waiting call answers 200 with the specified body', async () => {
    const { status, body } = await client.request('POST', '/api/generate-course', {
      user_id: client.userId,
      age: 30,
      topic: 'Sleep',
      learning_goals: 'Design one',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      course_id: expect.any(String),
      course: {
        title: expect.any(String),
        description: expect.any(String),
        modules: expect.any(Array),
        estimated_total_duration: expect.stringMatching(/\d/),
      },
      // no service is connected to the demo, which names none
      ai_services_used: [],
      ai_orchestration_status: {
        successful_services: [],
        ai_services_used: [],
        success_rate: 100,
        quality_level: 'high',
      },
    });
  });

  test('GEN-05 progress only ever takes the milestones, and never goes back', SLOW, async () => {
    await sandbox.latency(150);
    const { task_id } = await client.start({ age: 30, topic: 'Tides', learning_goals: 'Read a tide table' });
    const seen: number[] = [];
    await client.finish(task_id, { everyMs: 15, seen: ({ progress }) => void seen.push(progress) });
    for (const progress of seen) expect([0, 10, 25, 50, 75, 85, 95, 100]).toContain(progress);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(100);
  });

  test('G29 the same request twenty times at once is one run, with a key and without', SLOW, async () => {
    const ways: Record<string, string>[] = [{}, { 'idempotency-key': 'twenty-at-once' }];
    for (const headers of ways) {
      const topic = `Twenty at once ${Object.keys(headers).length}`;
      const runs = await Promise.all(
        Array.from({ length: 20 }, () => client.start({ age: 30, topic, learning_goals: 'Be one', ...SHORT }, headers)),
      );
      expect(new Set(runs.map((run) => run.task_id)).size).toBe(1);
      await client.finish(runs[0]!.task_id, { everyMs: 50 });
    }
  });
});

test.describe('services that are down', () => {
  /** `npm test` covers the case of one remaining service; with more of them there are more ways to a course, not fewer. */
  const isOneOfMany = (down: readonly string[]) => down.join(' ') !== SERVICES.slice(0, -1).join(' ');
  const subsets = Array.from({ length: 2 ** SERVICES.length - 2 }, (_, n) => SERVICES.filter((_, bit) => ((n + 1) >> bit) & 1));

  for (const [name, down] of subsets.map((down) => [down.join(' and '), down] as const))
    test(`${name}: a course, and no service named that had no part in it (G30)`, isOneOfMany(down) ? SLOW : {}, async () => {
      for (const service of down) await sandbox.fault(service, 'down');
      const { course, services, body } = await make({ age: 30, topic: `Ferries without ${name}`, ...SHORT });
      expect(body.status).toBe('completed');
      expect(services).toEqual(eachService(() => 'pending'));
      for (const { lessons } of course.modules)
        for (const lesson of lessons) expect(lesson).toMatchObject({ written_by: null, reviewed_by: null, of_library: true });
      const worked = new Set((await sandbox.calls()).filter(({ status }) => status === 200).map(({ service }) => service));
      for (const service of down) expect(worked).not.toContain(service);
    });

  test('all of them: the run fails with its code, and the same request works after they are back', SLOW, async () => {
    await sandbox.fault('*', 'down');
    const form = { age: 30, topic: 'Black holes', learning_goals: 'Wait' };
    const failed = await client.finish((await client.start(form)).task_id, { everyMs: 50 });
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'vendors.all_down' } });
    expect(failed.result).toBeUndefined();
    await sandbox.heal();
    const { course } = await make(form);
    expect(course.modules.length).toBeGreaterThanOrEqual(3);
  });
});

for (const { topic, modes } of [
  { topic: 'Coffee', modes: ['500', 'garbage', '429', 'truncate'] },
  { topic: 'Photography', modes: ['cut', '529', 'fenced', '500'] },
])
  test.describe(`services that answer with ${modes.join(', ')} now and then`, () => {
    test('cost attempts, not the course', SLOW, async () => {
      for (const [at, service] of SERVICES.entries())
        await sandbox.fault(service, modes[at % modes.length]!, { probability: 0.2, retry_after_s: 1 });
      const { course } = await make({ age: 30, topic });
      expect(course.modules.flatMap((module) => module.lessons).length).toBeGreaterThanOrEqual(6);
    });
  });
