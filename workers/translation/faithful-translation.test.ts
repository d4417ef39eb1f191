import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { config } from '#domain/platform/config.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { retryRun } from '#domain/platform/runs/retry.commands.ts';
import { listTranslations, readTranslation } from '#domain/translation/courses/course-translations.queries.ts';
import { courseTranslationKind } from '#domain/translation/courses/course-translation.kind.ts';
import { startTranslation } from '#domain/translation/courses/translation.commands.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

type Texts = { id: string; text: string }[];
interface Verdict {
  lesson: number;
  problems: string[];
  is_faithful: boolean;
}

/** Replaces the sandbox's next translations and verdicts. */
let translate: (texts: Texts, call: number) => Texts = (texts) => texts;
let judge: (verdicts: Verdict[], call: number) => Verdict[] = (verdicts) => verdicts;
let calls = { translation: 0, fidelity: 0 };
/** Services answer nothing until it resolves. */
let held: Promise<void> | null = null;
const { database, configure } = usePipeline({
  hold: () => held ?? undefined,
  answer({ purpose }, composed) {
    if (purpose === 'translation') {
      const { translations } = JSON.parse(composed) as { translations: Texts };
      return JSON.stringify({ translations: translate(translations, (calls.translation += 1)) });
    }
    if (purpose !== 'fidelity') return composed;
    const { fidelity_verdicts: verdicts } = JSON.parse(composed) as { fidelity_verdicts: Verdict[] };
    return JSON.stringify({ fidelity_verdicts: judge(verdicts, (calls.fidelity += 1)) });
  },
});
beforeEach(async () => {
  // the runs of the given courses would occupy all slots
  await database.knex('run').where({ kind: 'course' }).update({ status: 'completed', finished_at: new Date() });
  translate = (texts) => texts;
  judge = (verdicts) => verdicts;
  calls = { translation: 0, fidelity: 0 };
});

/** The name that each lesson is about, which the sandbox leaves untranslated. */
const SUBJECTS = ['Buckfast', 'Carnica', 'Ligustica', 'Caucasica', 'Iberica', 'Mellifera'];
const contentOf = (subject: string) =>
  [
    `In the spring of each year the beekeeper ${subject} opens every hive and looks for the queen before anything else is done.`,
    `Every morning the foragers of the beekeeper ${subject} leave in search of flowers, and they return with what they have found.`,
    `When the summer comes to its end there is enough honey for the winter, and the beekeeper ${subject} closes the hive again.`,
  ].join('\n\n');

async function givenBees() {
  const accountId = await givenOwner();
  const lessons = SUBJECTS.map((subject) => buildLesson({ title: `The bees of ${subject}`, content: contentOf(subject) }));
  const modules = [{ title: 'Bees', summary: 'What they do through the year', lessons }];
  return { accountId, courseId: await givenCourse(accountId, { document: { modules } }) };
}
type Given = Awaited<ReturnType<typeof givenBees>>;

const runOf = (id: string) =>
  database.knex('run').where({ id }).first('id', 'status', 'error_code', 'error_detail', 'tokens_charged', 'result');
async function ended(id: string) {
  const isOver = async () => !['queued', 'running'].includes((await runOf(id))!.status);
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 30 });
  await callsSettled();
  return (await runOf(id))!;
}
const translated = async (given: Given) =>
  ended((await startTranslation({ ...given, language: 'french', requestId: randomUUID(), idempotencyKey: undefined }))!);
const french = async (given: Given) => (await listTranslations(given)).translations.find(({ language }) => language === 'french')!;
const said = async ({ id }: { id: string }) =>
  (await database.knex('run_event').where({ run_id: id }).orderBy('id').pluck('text')).join('\n');

const REFUSAL = "I'm sorry, but I can't help with that.";

describe('a translation that is not faithful', () => {
  type Spoil = (text: string, place: number) => string;

  async function failsInAllLessons(spoil: Spoil, cause: RegExp | null): Promise<void> {
    const given = await givenBees();
    translate = (texts) => texts.map(({ id, text }, place) => ({ id, text: spoil(text, place) }));
    const run = await translated(given);
    expect(run).toMatchObject({ status: 'failed', error_code: 'translation.unfaithful', tokens_charged: 0 });
    expect(run.error_detail).toContain('faithfully');
    const { base } = await runEnvelope({ runId: run.id, accountId: given.accountId });
    if (cause) expect(base.error?.reason).toMatch(cause);
    expect(await french(given)).toMatchObject({ ready: 0, missing: 6, unfaithful: SUBJECTS.map((_subject, at) => ({ number: at + 1 })) });
    expect((await readTranslation({ ...given, language: 'french' })).untranslated).toHaveLength(6);
    translate = (texts) => texts;
    await retryRun({ runId: run.id, accountId: given.accountId });
    expect(await ended(run.id)).toMatchObject({ status: 'completed', tokens_charged: 600 });
    expect(await french(given)).toMatchObject({ ready: 6, missing: 0, unfaithful: [] });
  }

  it('in all lessons, a refusal of each text, fails the run with its cause and costs nothing, and another attempt starts afresh', () =>
    failsInAllLessons(() => REFUSAL, /declined/));

  it.each<[string, Spoil, RegExp | null]>([
    ['the English as it was', (text, place) => `${place} ${contentOf('Buckfast').split('\n\n')[place % 3]}`, null],
    [
      'another language',
      () => 'Cada mañana las abejas salen en busca de las flores, y cuando vuelven a la colmena bailan para las demás.',
      null,
    ],
    ['the beginning of each text only', (text) => text.slice(0, text.length * 0.3), /incomplete/],
  ])('in all lessons, %s, fails the run too', { tags: 'slow' }, (_, spoil, cause) => failsInAllLessons(spoil, cause));

  it('in one lesson, twice, leaves it in the course’s language: it is named, not charged, and can be translated later', async () => {
    const given = await givenBees();
    const isOfFourth = (texts: Texts) => texts.some(({ text }) => text.includes('Caucasica'));
    translate = (texts) => (isOfFourth(texts) ? texts.map((one) => ({ ...one, text: REFUSAL })) : texts);
    const run = await translated(given);
    expect(run).toMatchObject({ status: 'completed', tokens_charged: 500, result: { lessons: 5, ordered: 6 } });
    expect(await said(run)).toContain('Lesson 4, The bees of Caucasica, could not be translated faithfully.');
    expect(await said(run)).toContain('5 of 6 lessons are ready.');
    const { lesson_id } = (await getCourse(given)).modules[0]!.lessons[3]!;
    const unfaithful = [{ lesson_id, number: 4, title: 'The bees of Caucasica' }];
    expect(await french(given)).toMatchObject({ ready: 5, missing: 1, unfaithful, cost: 100 });
    const { course, untranslated } = await readTranslation({ ...given, language: 'french' });
    expect(untranslated).toEqual([lesson_id]);
    expect(course.modules[0]!.lessons[3]!.content).toBe(contentOf('Caucasica'));
    translate = (texts) => texts;
    expect(await translated(given)).toMatchObject({ status: 'completed', tokens_charged: 100 });
    expect(await french(given)).toMatchObject({ ready: 6, unfaithful: [] });
  });

  it('in some texts is requested again for these alone', async () => {
    const given = await givenBees();
    translate = (texts, call) => (call > 14 ? texts : texts.map((one, place) => (place % 4 === 1 ? { ...one, text: REFUSAL } : one)));
    expect(await translated(given)).toMatchObject({ status: 'completed', tokens_charged: 600 });
    expect(await french(given)).toMatchObject({ ready: 6 });
  });

  it('according to its judge is made once more with the findings, and judged again', async () => {
    const given = await givenBees();
    const problems = ['The second passage says that the bees stay at home.'];
    judge = (verdicts, call) => verdicts.map((one) => (call === 1 && one.lesson === 1 ? { ...one, is_faithful: false, problems } : one));
    const run = await translated(given);
    expect(run).toMatchObject({ status: 'completed', tokens_charged: 600 });
    const steps = await database.knex('step').where({ run_id: run.id, state: 'completed' }).pluck('key');
    expect(steps.filter((key) => key.startsWith('again-'))).toHaveLength(1);
    expect(steps.filter((key) => key.includes('judge-'))).toHaveLength(3);
    expect(await french(given)).toMatchObject({ ready: 6, unfaithful: [] });
  });

  it('according to its judge in every lesson, every time, is not ready and costs nothing', async () => {
    const given = await givenBees();
    judge = (verdicts) => verdicts.map((one) => ({ ...one, is_faithful: false, problems: ['It says the contrary.'] }));
    expect(await translated(given)).toMatchObject({ status: 'failed', error_code: 'translation.unfaithful', tokens_charged: 0 });
    expect(await french(given)).toMatchObject({ ready: 0, missing: 6 });
    const stored = await database.knex('lesson_translation').where({ course_id: given.courseId }).select('verdict', 'texts', 'flaw');
    expect(stored).toEqual(SUBJECTS.map(() => ({ verdict: 'unfaithful', texts: null, flaw: 'judged' })));
  });

  it('that nobody could judge is not ready, and is not bought again when judging is possible', async () => {
    const given = await givenBees();
    judge = () => [];
    const run = await translated(given);
    expect(run).toMatchObject({ status: 'failed', tokens_charged: 0 });
    expect(await french(given)).toMatchObject({ ready: 0, missing: 6 });
    judge = (verdicts) => verdicts;
    const before = calls.translation;
    await retryRun({ runId: run.id, accountId: given.accountId });
    expect(await ended(run.id)).toMatchObject({ status: 'completed', tokens_charged: 600 });
    expect(calls.translation).toBe(before);
  });
});

describe('one lesson', () => {
  const order = (given: Given, lessonId?: string) =>
    startTranslation({
      ...given,
      language: 'french',
      requestId: randomUUID(),
      idempotencyKey: undefined,
      ...(lessonId !== undefined && { lessonId }),
    });
  const lessonsOf = async (given: Given) => (await french(given)).open.map(({ lesson_id: id }) => id);

  it('is ordered and charged by itself, and is left out when the course is ordered meanwhile', async () => {
    const given = await givenBees();
    const [, second] = await lessonsOf(given);
    const gate = Promise.withResolvers<void>();
    held = gate.promise;
    const single = (await order(given, second))!;
    expect(await order(given, second)).toBe(single);
    expect(await french(given)).toMatchObject({ task_id: null, lesson_tasks: [{ lesson_id: second, task_id: single }] });
    const whole = (await order(given))!;
    expect(whole).not.toBe(single);
    expect(await order(given, (await lessonsOf(given))[0])).toBe(whole);
    held = null;
    gate.resolve();
    expect(await ended(single)).toMatchObject({ status: 'completed', tokens_charged: 100, result: { lessons: 1, ordered: 1 } });
    expect(await ended(whole)).toMatchObject({ status: 'completed', tokens_charged: 500, result: { lessons: 5, ordered: 5 } });
    // six lessons and the frame, each once
    expect(calls.translation).toBe(7);
    expect(await french(given)).toMatchObject({ ready: 6, open: [], lesson_tasks: [] });
    expect(await order(given, second)).toBeNull();
  });

  it('of another course is not found', async () => {
    await expect(order(await givenBees(), randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a translation that was stopped', () => {
  it('leaves what was translated, which the next order only has judged', async () => {
    const given = await givenBees();
    judge = () => [];
    await translated(given);
    const bought = calls.translation;
    judge = (verdicts) => verdicts;
    expect(await translated(given)).toMatchObject({ status: 'completed', tokens_charged: 600 });
    expect(calls.translation).toBe(bought);
    expect(await french(given)).toMatchObject({ ready: 6 });
  });

  it('has judged its first lessons before the last are translated', () => {
    const lessons = Array.from({ length: 12 }, (_, n) => `l${n}`);
    const context = { lessons, has_frame: false, has_names: false };
    const ended = (key: string) => ({ key, state: 'completed', flaw: null, judged: 9_000, poor: null, service: 'claude' });
    const keysAfter = (keys: readonly string[]) => {
      const { add, progress } = courseTranslationKind.order(context, keys.map(ended) as never, null);
      return { keys: add.map(({ key }) => key), progress };
    };
    const begun = keysAfter([]);
    expect(begun.keys).toEqual(lessons.slice(0, 8).map((id) => `lesson-${id}`));
    const first = keysAfter(lessons.slice(0, 4).map((id) => `lesson-${id}`));
    expect(first.keys.slice(0, 3)).toEqual(['judge-0', 'judge-0.1', 'judge-0.2']);
    expect(first.keys).toContain('lesson-l11');
    expect(first.progress).toBeGreaterThan(begun.progress);
  });
});

describe('every lesson of a translation', () => {
  it('is judged, several in a call, by a service that translated none of them', async () => {
    const given = await givenBees();
    const run = await translated(given);
    expect(run).toMatchObject({ status: 'completed' });
    expect(calls.fidelity).toBe(2);
    const rows = await database.knex('lesson_translation').where({ course_id: given.courseId });
    expect(rows.map(({ service, judged_by, self_judged, verdict }) => [service !== judged_by, self_judged, verdict])).toEqual(
      SUBJECTS.map(() => [true, false, 'faithful']),
    );
    expect(await french(given)).toMatchObject({ ready: 6, self_judged: 0 });
  });

  it('is judged by its translator if no other is connected, and is marked so', async () => {
    const given = await givenBees();
    const vendors = Object.fromEntries(SERVICES.map((one) => [one, { ...config().vendors[one], ...(one !== 'claude' && { apiKey: '' }) }]));
    configure({ vendors: vendors as ReturnType<typeof config>['vendors'] });
    expect(await translated(given)).toMatchObject({ status: 'completed', tokens_charged: 600 });
    expect(await french(given)).toMatchObject({ ready: 6, self_judged: 6 });
  });

  it('is judged and shown, even if two short texts have one translation', async () => {
    const accountId = await givenOwner();
    const lesson = buildLesson({
      title: 'The bees of Buckfast',
      content: contentOf('Buckfast'),
      objectives: ['Open a hive', 'Open the hive'],
    });
    const courseId = await givenCourse(accountId, {
      document: { modules: [{ title: 'Bees', summary: 'Through the year', lessons: [lesson] }] },
    });
    let twins = 0;
    translate = (texts) => {
      const [first, second] = texts.filter(({ text }) => text.startsWith('‹fr›') && text.split(' ').length === 4);
      if (first && second) second.text = first.text;
      twins += first && second ? 1 : 0;
      return texts;
    };
    expect((await translated({ accountId, courseId })).status).toBe('completed');
    expect([twins, calls.fidelity]).toEqual([1, 1]);
    expect((await french({ accountId, courseId })).ready).toBe(1);
  });

  describe('of a long lesson', () => {
    const PARAGRAPHS = Array.from(
      { length: 40 },
      (_, at) => `In week ${at + 1} of the year: ${contentOf(`Keeper ${at}`).replaceAll('\n\n', ' ')}`,
    );
    async function givenLong(): Promise<Given> {
      const accountId = await givenOwner();
      const lessons = [buildLesson({ title: 'A year with bees', content: PARAGRAPHS.join('\n\n') }), buildLesson({ title: 'A hive' })];
      return { accountId, courseId: await givenCourse(accountId, { document: { modules: [{ title: 'Bees', summary: '', lessons }] } }) };
    }

    it('is judged in no more calls than its text needs', async () => {
      const given = await givenLong();
      expect(await translated(given)).toMatchObject({ status: 'completed', tokens_charged: 200 });
      // some 14,400 characters, and as many in French
      expect(calls.fidelity).toBe(2);
      expect(await french(given)).toMatchObject({ ready: 2, unfaithful: [] });
    });

    it('is not ready if one part of it is unfaithful twice, which is reported once', async () => {
      const given = await givenLong();
      // the first verdict on both attempts
      judge = (verdicts, call) =>
        verdicts.map((one) =>
          call % 2 === 1 && one.lesson === 0 ? { ...one, problems: ['It says the contrary.'], is_faithful: false } : one,
        );
      const run = await translated(given);
      expect(run).toMatchObject({ status: 'completed', tokens_charged: 100 });
      expect(await french(given)).toMatchObject({ ready: 1, unfaithful: [{ number: 1 }] });
      expect((await said(run)).match(/Lesson 1, A year with bees, could not be translated faithfully/g)).toHaveLength(1);
    });
  });
});
