import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { randomUUID } from 'node:crypto';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, it, vi } from 'vitest';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import { editLesson } from '#domain/courses/content/lesson.commands.ts';
import { enrolFree, takeUpdate } from '#domain/market/enrolment.commands.ts';
import { answerFinalTask, answerInWords } from '#domain/practice/words/answer-in-words.command.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { givenCreatorCourse } from '#domain/studio/creator-course.factory.ts';
import { listTranslations, readTranslation, type CourseLanguage } from '#domain/translation/courses/course-translations.queries.ts';
import { courseTranslationKind } from '#domain/translation/courses/course-translation.kind.ts';
import { hashOfTexts, textsOfLesson } from '#domain/translation/courses/lesson-texts.ts';
import { partsOf, withProse } from '#domain/translation/courses/markdown-parts.ts';
import { editNames, startTranslation } from '#domain/translation/courses/translation.commands.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control, configure } = usePipeline();

const HARD = `# Bees and **numbers**

A hive of the Buckfast strain holds \`n = 3\` frames, see [the guide](https://a.example/x_(y) "t").
The second line belongs to it: $a^2 + b^2$.

- First, look
  - then \`code | pipe\` again
1. Open it
2. [ ] Close it

> A *quiet* day
> > and a warm one

| Frame | Bees |
|:------|-----:|
| one   | $x_1$ |

\`\`\`js
const bees = 'many'; // not to be translated
\`\`\`

$$
\\int_0^1 x \\, dx
$$

\`\`\`mermaid
graph TD; A-->B
\`\`\`

    indented code

Cost: \\$5 & more.[^1]

[^1]: A note.
[ref]: https://b.example
`;

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly children?: readonly Node[];
}

/** Returns a document as a tree of node types, with the parts that must not change. */
function treeOf(markdown: string): unknown {
  const shape = ({ type, value, url, children }: Node): unknown =>
    type === 'text'
      ? type
      : [type, value, url, children?.filter((one, place, all) => one.type !== 'text' || all[place - 1]?.type !== 'text').map(shape)];
  return shape(unified().use(remarkParse).use(remarkGfm).use(remarkMath).parse(markdown) as Node);
}

const PLAN = { thread: null, terms: [], conventions: [], lessons: [] };
const TASK = {
  title: 'A hive in April',
  task: 'The hive weighs `21 kg`. Decide what to do, and say why.',
  points: ['It names the weight', 'It decides', 'It gives a reason'],
  solution: 'Feed it.',
};

const THREAD = {
  kind: 'project' as const,
  name: 'The roof of the school',
  summary: 'Two hives stand on a flat roof.',
  facts: [{ name: 'Wind', value: 'It blows from the west.' }],
  own: 'A roof that you know.',
};

/** Creates six lessons with a final task: the first four are judged together, then the others. */
async function givenBees() {
  const accountId = await givenOwner();
  const lesson = (title: string) => buildLesson({ title, content: `${title} are told of.` });
  const lessons = [buildLesson({ content: HARD }), ...['Frames', 'Queens', 'Drones', 'Swarms', 'Honeys'].map(lesson)];
  const modules = [
    { title: 'Spring', summary: 'Growth', lessons: lessons.slice(0, 3) },
    { title: 'Autumn', summary: 'Rest', lessons: lessons.slice(3) },
  ];
  const courseId = await givenCourse(accountId, { document: { modules, plan: { ...PLAN, thread: THREAD, final_task: TASK } } });
  return { accountId, courseId };
}

async function translated({ accountId, courseId }: { accountId: string; courseId: string }, language: CourseLanguage) {
  const asked = { accountId, courseId, language, requestId: randomUUID(), idempotencyKey: undefined };
  const taskId = await startTranslation(asked);
  if (taskId === null) return null;
  await vi.waitUntil(
    async () => !['queued', 'running'].includes((await database.knex('run').where({ id: taskId }).first('status'))!.status),
    {
      timeout: 60_000,
      interval: 30,
    },
  );
  await callsSettled();
  return database.knex('run').where({ id: taskId }).first('id', 'status', 'tokens_charged');
}
const callsOf = (run: { id: string }, purpose: string) => database.knex('vendor_call').where({ run_id: run.id, purpose });
const standing = async (given: { accountId: string; courseId: string }, language: string) =>
  (await listTranslations(given)).translations.find((one) => one.language === language);

describe('Markdown in parts', () => {
  it('reads back as itself, and has the same tree whatever its prose becomes', () => {
    expect(withProse(HARD, (prose) => prose)).toBe(HARD);
    expect(treeOf(withProse(HARD, (prose) => `Ä ${prose}`))).toEqual(treeOf(HARD));
    const prose = partsOf(HARD).flatMap(({ isProse, text }) => (isProse ? [text] : []));
    expect(prose).toContain('Bees and **numbers**');
    expect(prose.join('\n')).not.toMatch(/const bees|int_0|graph TD|indented|b\.example/);
  });
});

describe('D14 a course in other languages', () => {
  it('has the same structure, ids and keys in three of them, one progress, and one edited lesson buys one lesson', async () => {
    const given = await givenBees();
    const original = await getCourse(given);
    for (const language of ['german', 'arabic', 'hindi'] as const) {
      expect(await standing(given, language)).toMatchObject({ ready: 0, missing: 6, cost: 600 });
      const run = (await translated(given, language))!;
      expect(run).toMatchObject({ status: 'completed', tokens_charged: 600 });
      expect(await callsOf(run, 'translation')).toHaveLength(7);
      expect(await callsOf(run, 'translation-judgement')).toHaveLength(2);
      const judged = await database.knex('lesson_translation').where({ course_id: given.courseId, language, verdict: 'faithful' });
      expect(judged.map(({ service, judged_by, self_judged }) => service !== judged_by && !self_judged)).toEqual(Array(6).fill(true));
      const { course, untranslated } = await readTranslation({ ...given, language });
      expect(untranslated).toEqual([]);
      expect(course.language).toBe(language);
      expect(course.title).toContain(`‹${LANGUAGE_CODES[language]}›`);
      const mark = expect.stringContaining(`‹${LANGUAGE_CODES[language]}›`);
      const { thread, final_task: task } = course.plan!;
      expect(thread).toEqual({ kind: THREAD.kind, name: mark, summary: mark, facts: [{ name: mark, value: mark }], own: mark });
      expect(task).toEqual({ title: mark, task: mark, points: [mark, mark, mark], solution: '' });
      expect(task!.task).toContain('`21 kg`');
      const pairs = original.modules.flatMap(({ lessons }, m) =>
        lessons.map((lesson, l) => [lesson, course.modules[m]!.lessons[l]!] as const),
      );
      for (const [one, other] of pairs) {
        expect(other.title).not.toBe(one.title);
        expect(treeOf(other.content)).toEqual(treeOf(one.content));
        expect([other.lesson_id, other.index]).toEqual([one.lesson_id, one.index]);
        const keys = (quiz: typeof one.quiz) => quiz.map((item) => [item.id, rightIdsOf(item), optionsOf(item).map((option) => option.id)]);
        expect(keys(other.quiz)).toEqual(keys(one.quiz));
      }
    }
    expect(await translated(given, 'german')).toBeNull();

    await completeLesson({ ...given, lessonId: '0_0' });
    for (const language of ['german', 'hindi'] as const) {
      const { course } = await readTranslation({ ...given, language });
      expect([course.progress, course.modules[0]!.lessons[0]!.completed]).toEqual([16, true]);
    }

    const edit = { ...given, lessonId: '0_1', baseVersion: original.version, editSession: randomUUID() };
    await editLesson({ ...edit, changes: { content: 'Quite another text.' } });
    expect(await standing(given, 'german')).toMatchObject({ ready: 5, stale: 1, missing: 0, cost: 100 });
    const { course: between, untranslated } = await readTranslation({ ...given, language: 'german' });
    expect(untranslated).toEqual([original.modules[0]!.lessons[1]!.lesson_id]);
    expect(between.modules[0]!.lessons[1]!.content).toBe('Quite another text.');
    const again = (await translated(given, 'german'))!;
    expect(again).toMatchObject({ status: 'completed', tokens_charged: 100 });
    expect(await callsOf(again, 'translation')).toHaveLength(1);
    expect((await readTranslation({ ...given, language: 'german' })).course.modules[0]!.lessons[1]!.content).toMatch(/^‹de› .+\.$/);
    expect(await standing(given, 'arabic')).toMatchObject({ ready: 5, stale: 1 });
  });

  it('is available in its languages to readers of the copy, also after an update, as far as the published text is translated', async () => {
    const given = await givenBees();
    await translated(given, 'german');
    const { modules } = await getCourse(given);
    const reader = await givenOwner();
    const { content } = (await database.knex('course_version').where({ course_id: given.courseId }).first('content'))!;
    await database.knex('account').where({ id: given.accountId }).update({ birth_year: 1990 });
    const { id } = await givenCreatorCourse(given.accountId);
    const publication = { creator_course_id: id, number: 1, content: JSON.stringify(content) };
    await database.knex('publication_version').insert(publication);
    const market = {
      status: 'published',
      published_version: 1,
      published_at: new Date(),
      renewed_at: new Date(),
      course_id: given.courseId,
      published_course_id: given.courseId,
    };
    await database
      .knex('creator_course')
      .where({ id })
      .update({ ...market, price_cents: 0, language: 'english', age_group: 'Adults' });
    const copy = { accountId: reader, courseId: await enrolFree({ accountId: reader, courseId: id }) };
    expect(await standing(copy, 'german')).toMatchObject({ ready: 6, stale: 0, missing: 0, cost: 0, is_frame_stale: false });
    expect((await readTranslation({ ...copy, language: 'german' })).course.title).toContain('‹de›');

    const edit = { ...given, lessonId: '0_1', baseVersion: 1, editSession: randomUUID() };
    await editLesson({ ...edit, changes: { content: 'Quite another text.' } });
    await translated(given, 'german');
    const next = await database.knex('course_version').where({ course_id: given.courseId, number: 2 }).first('content');
    await database.knex('publication_version').insert({ ...publication, number: 2, content: JSON.stringify(next!.content) });
    await database.knex('creator_course').where({ id }).update({ published_version: 2 });
    await takeUpdate({ accountId: reader, courseId: id });
    expect(await standing(copy, 'german')).toMatchObject({ ready: 6, stale: 0, cost: 0 });
    const { course } = await readTranslation({ ...copy, language: 'german' });
    expect(course.modules[0]!.lessons[1]!.content).toMatch(/^‹de› .+\.$/);
    expect(course.modules[0]!.lessons[1]!.lesson_id).toBe(modules[0]!.lessons[1]!.lesson_id);
  });

  it('has rubrics, full answers and the solution, which readers get only with the grade of their own answer', async () => {
    const accountId = await givenOwner();
    const short = {
      kind: 'short' as const,
      id: 'w1',
      question: 'Why is it warm?',
      explanation: 'Because it is sheltered.',
      rubric: ['It names the wall'],
    };
    const lessons = [buildLesson({ content: 'A hive is warm behind a wall.', quiz: [...buildLesson().quiz, short] })];
    const document = { modules: [{ title: 'Spring', summary: 'Growth', lessons }], plan: { ...PLAN, final_task: TASK } };
    const given = { accountId, courseId: await givenCourse(accountId, { document }) };
    expect(await translated(given, 'german')).toMatchObject({ status: 'completed' });
    const mark = expect.stringContaining('‹de›');
    const { course } = await readTranslation({ ...given, language: 'german' });
    expect(course.modules[0]!.lessons[0]!.quiz[1]).toMatchObject({ question: mark, rubric: [], explanation: '' });
    expect(course.plan!.final_task).toMatchObject({ title: mark, solution: '' });
    const stored = await database.knex('lesson_translation').where({ course_id: given.courseId }).first('texts', 'answers');
    expect(stored!.answers).toEqual({ w1: { rubric: [mark], explanation: mark } });
    expect(JSON.stringify(stored!.texts)).not.toMatch(/sheltered|names the wall/);
    // what an owner downloads of a bought course must not have them either
    const { exported } = courseTranslationKind;
    expect(exported.flatMap(({ columns }) => columns.join(' ')).join(' ')).not.toMatch(/answers|solution/);

    const asked = async (answerId: string) => (await database.knex('words_answer').where({ id: answerId }).first('asked'))!.asked;
    const send = { accountId, courseId: given.courseId, text: 'Es steht hinter einer Mauer.', requestId: randomUUID() };
    const [inGerman, inFrench, task] = [randomUUID(), randomUUID(), randomUUID()];
    const question = { ...send, lessonId: '0_0', questionId: 'w1' };
    await answerInWords({ ...question, answerId: inGerman, language: 'de' });
    expect(await asked(inGerman)).toEqual({ question: mark, explanation: mark, rubric: [mark], language: 'german' });
    await answerInWords({ ...question, answerId: inFrench, language: 'fr' });
    expect(await asked(inFrench)).toEqual({ question: short.question, explanation: short.explanation, rubric: short.rubric });
    await answerFinalTask({ ...send, answerId: task, language: 'de' });
    expect(await asked(task)).toEqual({ question: mark, explanation: mark, rubric: [mark, mark, mark], language: 'german' });
  });

  it('of an older release, without rubrics, stays ready', async () => {
    const accountId = await givenOwner();
    const short = { kind: 'short' as const, id: 'w1', question: 'Why?', explanation: 'Because.', rubric: ['A reason'] };
    const lesson = buildLesson({ quiz: [short] });
    const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'M', summary: '', lessons: [lesson] }] } });
    const read = await getCourse({ accountId, courseId });
    const bare = textsOfLesson(read.modules[0]!.lessons[0]!);
    const row = {
      course_id: courseId,
      language: 'german',
      lesson_id: lesson.lesson_id,
      source_hash: hashOfTexts(bare),
      texts: JSON.stringify(bare),
    };
    await database.knex('course_translation').insert({ course_id: courseId, language: 'german', names: '[]' });
    await database.knex('lesson_translation').insert({ ...row, untranslated: 0, service: 'claude', verdict: 'faithful' });
    expect(await standing({ accountId, courseId }, 'german')).toMatchObject({ ready: 1, stale: 0, missing: 0 });
  });

  it('uses its owner’s terms, also in existing translations, and never within code', async () => {
    const given = await givenBees();
    await translated(given, 'spanish');
    const { names } = await readTranslation({ ...given, language: 'spanish' });
    const edited = [...names.filter(({ source }) => source !== 'Buckfast'), { source: 'Buckfast', target: 'Buckfast' }];
    await editNames({ ...given, language: 'spanish', names: edited });
    await editNames({ ...given, language: 'spanish', names: [{ source: 'Buckfast', target: 'Abadía' }] });
    const { course } = await readTranslation({ ...given, language: 'spanish' });
    expect(course.modules[0]!.lessons[0]!.content).toContain('Abadía');
    expect(treeOf(course.modules[0]!.lessons[0]!.content)).toEqual(treeOf(HARD));
    expect(await standing(given, 'spanish')).toMatchObject({ ready: 6, stale: 0 });
  });

  it('requested concurrently is one run; other users’ courses are not found; without services nothing is charged, and it continues later', async () => {
    const given = await givenBees();
    const [stranger, poor] = [await givenOwner(), await givenOwner({ tokens: 0 })];
    const start = (accountId: string, courseId = given.courseId) =>
      startTranslation({ accountId, courseId, language: 'french', requestId: randomUUID(), idempotencyKey: undefined });
    await expect(start(stranger)).rejects.toThrow('Course not found');
    await expect(readTranslation({ ...given, accountId: stranger, language: 'french' })).rejects.toThrow('Course not found');
    const long = { modules: [{ title: 'Spring', summary: '', lessons: Array.from({ length: 60 }, () => buildLesson()) }] };
    await expect(start(poor, await givenCourse(poor, { document: long }))).rejects.toMatchObject({ code: 'tokens.insufficient' });
    for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
    const ids = await Promise.all([1, 2, 3].map(() => start(given.accountId)));
    expect(new Set(ids).size).toBe(1);
    const of = () => database.knex('run').where({ id: ids[0]! }).first('status', 'tokens_charged');
    await vi.waitUntil(async () => (await of())!.status === 'failed', { timeout: 60_000, interval: 30 });
    expect(await of()).toMatchObject({ tokens_charged: 0 });
    await control('DELETE', 'faults');
    await database.knex.raw('truncate vendor_lane');
    expect(await translated(given, 'french')).toMatchObject({ status: 'completed', tokens_charged: 600 });
  });

  it('is refused without a translation service, and reserves nothing', async () => {
    const given = await givenBees();
    configure({ services: { speech: false, translation: false } });
    const started = startTranslation({ ...given, language: 'italian', requestId: randomUUID(), idempotencyKey: undefined });
    await expect(started).rejects.toMatchObject({ code: 'translation.not_configured' });
    expect(await database.knex('run').where({ account_id: given.accountId, kind: 'course-translation' })).toEqual([]);
  });

  it('is offered in the languages courses are written in', async () => {
    const { source_language, translations } = await listTranslations(await givenBees());
    expect([source_language, ...translations.map(({ language }) => language)].toSorted()).toEqual(
      FORM_OPTIONS.language_preference.toSorted(),
    );
  });
});
