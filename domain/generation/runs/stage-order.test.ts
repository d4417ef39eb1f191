import { describe, expect, it } from 'vitest';
import { lessonIdOf, planFromOutline, placedLessons } from '#domain/generation/outline/course-plan.ts';
import { orderOf } from './course-order.ts';
import { buildOutline, buildOutlineLesson, UNPLANNED } from './run.factory.ts';
import { lessonKeys, modulesOf, stageOrder, type StepSummary } from './stage-order.ts';

const outline = {
  ...UNPLANNED,
  title: 'Bees',
  description: 'A course.',
  learning_objectives: ['Keep bees'],
  modules: [0, 1, 2].map((m) => ({
    title: `Bees ${m}`,
    summary: '',
    lessons: [0, 1].map((l) => buildOutlineLesson(`Lesson ${m}${l}`, { objectives: ['Know'] })),
  })),
};
const plan = planFromOutline('run', outline, 10);
const lessons = placedLessons(plan).map((placed) => placed.planned.lesson_id);
const done = (key: string, verdict: string | null = null): StepSummary => ({ key, state: 'completed', verdict });
const failed = (key: string): StepSummary => ({ key, state: 'failed', verdict: null });
const base = [done('outline'), done('research')];
const whole = (id: string, verdict = 'accept') => {
  const keys = lessonKeys(id);
  return [done(keys.write), done(keys.practice), done(keys.workshop), done(keys.check, verdict)];
};
const jobs = (steps: StepSummary[], withPlan = true) => stageOrder(withPlan ? plan : null, steps).add.map((step) => step.job);

describe('the order of the stages', () => {
  it('starts with the outline and the research beside it', () => {
    expect(stageOrder(null, [])).toMatchObject({ stage: 'outline', progress: 10, failed: null });
    expect(jobs([], false)).toEqual(['draft-outline', 'research-topic']);
  });

  it('writes all lessons at once when outline and research have ended, even if the research failed', () => {
    const researching = [done('outline'), { key: 'research', state: 'running', verdict: null } as const];
    expect(jobs(researching)).toEqual([]);
    expect(stageOrder(plan, researching)).toMatchObject({ stage: 'research', progress: 25 });
    expect(stageOrder(plan, researching, { gated: true })).toMatchObject({ add: [], stage: 'research', progress: 25 });
    expect(jobs([done('outline'), failed('research')])).toEqual(Array(6).fill('write-lesson'));
    expect(stageOrder(plan, base)).toMatchObject({ stage: 'lessons', progress: 25 });
  });

  it('follows each lesson by itself: practice, then check, then one correction when the check asks for it', () => {
    const keys = lessonKeys(lessons[0]!);
    const others = lessons.slice(1).map((id): StepSummary => ({ key: lessonKeys(id).write, state: 'running', verdict: null }));
    expect(jobs([...base, ...others, done(keys.write)])).toEqual(['write-practice']);
    expect(jobs([...base, ...others, done(keys.write), failed(keys.practice)])).toEqual(['review-lesson']);
    expect(jobs([...base, ...others, ...whole(lessons[0]!)])).toEqual([]);
    expect(jobs([...base, ...others, ...whole(lessons[0]!, 'revise')])).toEqual(['correct-lesson']);
  });

  it('assembles when every lesson has ended, including failed ones', () => {
    expect(jobs([...base, ...lessons.flatMap((id) => whole(id))])).toEqual(['assemble-course']);
    expect(jobs([...base, failed(lessonKeys(lessons[0]!).write), ...lessons.slice(1).flatMap((id) => whole(id))])).toEqual([
      'assemble-course',
    ]);
  });

  it('A34 has a quiz checked separately if nobody has answered its current state: written later, or unchecked', () => {
    const keys = lessonKeys(lessons[0]!);
    const others = lessons.slice(1).flatMap((id) => whole(id));
    const of = (practice: Partial<StepSummary>, check: Partial<StepSummary>, correct: StepSummary[] = []) =>
      jobs([
        ...base,
        ...others,
        done(keys.write),
        { ...done(keys.practice), questions: 3, service: 'openai', ...practice },
        { ...done(keys.check, 'accept'), questions: 3, service: 'grok', ...check },
        ...correct,
      ]);
    const corrected: StepSummary = { ...done(keys.correct), isChanged: true, service: 'claude', questions: 3 };
    expect(of({}, {})).toEqual(['assemble-course']);
    expect(of({}, { verdict: 'revise' }, [corrected])).toEqual(['assemble-course']);
    // with blind answers, the author’s own count as well
    expect(of({}, { verdict: 'revise' }, [{ ...corrected, service: 'openai' }])).toEqual(['assemble-course']);
    expect(of({}, { verdict: 'revise' }, [{ ...corrected, questions: 0 }])).toEqual(['review-lesson']);
    expect(of({}, { verdict: 'revise' }, [done(keys.correct)])).toEqual(['assemble-course']);
    expect(of({ questions: 0 }, { verdict: 'revise' }, [{ ...corrected, questions: 0 }])).toEqual(['assemble-course']);
    // passages that the check itself has mended: its answers hold unless they were to the text
    expect(of({}, {}, [corrected])).toEqual(['assemble-course']);
    expect(of({}, {}, [{ ...corrected, questions: 0 }])).toEqual(['review-lesson']);
    expect(of({}, { questions: 0 })).toEqual(['review-lesson']);
    expect(of({}, { service: 'openai' })).toEqual(['assemble-course']);
    // if no second service could check the text, its writer can still answer blind
    expect(of({}, { service: null, questions: 0 })).toEqual(['review-lesson']);
    expect(of({}, { state: 'failed', questions: 0 })).toEqual(['assemble-course']);
    expect(of({}, { questions: 0 }, [done(keys.recheck)])).toEqual(['assemble-course']);
    expect(of({}, { questions: 0 }, [failed(keys.recheck)])).toEqual(['assemble-course']);
  });

  it('writes the workshop of a module when its lessons have ended, beside the practice of the lesson that carries it, and before its check', () => {
    const [first, last] = lessons.slice(0, 2).map(lessonKeys);
    const others = lessons.slice(2).flatMap((id) => whole(id));
    const of = (...steps: StepSummary[]) => stageOrder(plan, [...base, ...others, ...steps]).add.map(({ job, key }) => [job, key]);
    const running = (key: string): StepSummary => ({ key, state: 'running', verdict: null });
    // the last lesson is written first: its check waits for the module
    expect(of(running(first!.write), done(last!.write), done(last!.practice))).toEqual([]);
    expect(of(...whole(lessons[0]!), done(last!.write))).toEqual([
      ['write-practice', last!.practice],
      ['write-workshop', last!.workshop],
    ]);
    expect(of(...whole(lessons[0]!), done(last!.write), done(last!.practice), running(last!.workshop))).toEqual([]);
    const ready = [...whole(lessons[0]!), done(last!.write), done(last!.practice)];
    expect(of(...ready, done(last!.workshop))).toEqual([['review-lesson', last!.check]]);
    // the course does without it
    expect(of(...ready, failed(last!.workshop))).toEqual([['review-lesson', last!.check]]);
    expect(of(failed(first!.write), done(last!.write), done(last!.practice))).toEqual([['write-workshop', last!.workshop]]);
    expect(of(...whole(lessons[0]!), failed(last!.write))).toEqual([['assemble-course', 'assemble']]);
  });

  it('gives the workshop to the lesson that the plan has for it', () => {
    const [first, last] = lessons.slice(0, 2);
    const kinds = lessons.map((lesson_id) => ({
      lesson_id,
      kind: lesson_id === first ? ('workshop' as const) : ('idea' as const),
      assumes: [],
      adds: [],
      leaves: [],
      thread: '',
    }));
    const planned = { ...plan, shared: { thread: null, terms: [], conventions: [], final_task: null, lessons: kinds } };
    const steps = [...base, done(lessonKeys(first!).write), done(lessonKeys(last!).write), done(lessonKeys(last!).practice)];
    const added = stageOrder(planned, steps).add.map(({ key }) => key);
    expect(added).toEqual(expect.arrayContaining([lessonKeys(first!).workshop, lessonKeys(last!).check]));
    expect(added).not.toContain(lessonKeys(last!).workshop);
  });

  it('has a workshop worked through separately if the check could not', () => {
    const id = lessons[1]!;
    const keys = lessonKeys(id);
    const others = lessons.filter((one) => one !== id).flatMap((one) => whole(one));
    const of = (check: Partial<StepSummary>, ...more: StepSummary[]) =>
      jobs([
        ...base,
        ...others,
        done(keys.write),
        { ...done(keys.practice), questions: 0 },
        { ...done(keys.workshop), questions: 3 },
        { ...done(keys.check, 'accept'), questions: 3, service: 'grok', ...check },
        ...more,
      ]);
    expect(of({})).toEqual(['assemble-course']);
    expect(of({ service: null, questions: 0 })).toEqual(['review-lesson']);
    expect(of({ service: null, questions: 0 }, failed(keys.recheck))).toEqual(['assemble-course']);
    // a correction answers the quiz from the new text, and leaves the workshop as it is
    expect(of({ verdict: 'revise' }, { ...done(keys.correct), isChanged: true, questions: 0 })).toEqual(['assemble-course']);
  });

  it('adds reopened steps in the same order: research before the lessons, nothing that is finished', () => {
    const reopened = (key: string): StepSummary => ({ key, state: 'cancelled', verdict: null });
    const open = lessons.map((id) => reopened(lessonKeys(id).write));
    expect(jobs([done('outline'), reopened('research'), ...open])).toEqual(['research-topic']);
    expect(jobs([...base, ...open])).toEqual(Array(6).fill('write-lesson'));
    expect(jobs([...base, ...whole(lessons[0]!), ...open.slice(1)])).toEqual(Array(5).fill('write-lesson'));
  });

  it('fails the run if the results cannot be assembled', () => {
    const steps = [...base, ...lessons.flatMap((id) => whole(id)), failed('assemble')];
    expect(stageOrder(plan, steps)).toMatchObject({ add: [], failed: 'assembly' });
  });

  it('never offers a step twice', () => {
    const steps = [...base, ...lessons.flatMap((id) => whole(id)), { key: 'assemble', state: 'running', verdict: null } as const];
    expect(jobs(steps)).toEqual([]);
  });

  it('ties the milestones 25, 50, 75, 85 and 95 to completed work (GEN-05)', () => {
    const keys = lessons.map(lessonKeys);
    const progress = (steps: StepSummary[]) => stageOrder(plan, [...base, ...steps]).progress;
    expect(progress([])).toBe(25);
    expect(progress(keys.slice(0, 2).map((k) => done(k.write)))).toBe(25);
    expect(progress(keys.slice(0, 3).map((k) => done(k.write)))).toBe(50);
    expect(progress(keys.map((k) => done(k.write)))).toBe(75);
    expect(progress(keys.flatMap((k) => [done(k.write), done(k.practice)]))).toBe(85);
    expect(progress(lessons.flatMap((id) => whole(id)))).toBe(95);
  });

  it('fails the run without an outline, or without a single lesson', () => {
    expect(stageOrder(null, [failed('outline')]).failed).toBe('outline');
    expect(stageOrder(plan, [...base, ...lessons.map((id) => failed(lessonKeys(id).write))]).failed).toBe('no_lessons');
  });
});

describe('the order of a rewrite', () => {
  const some = { ...plan, outline: plan.modules, modules: [{ ...plan.modules[1]!, lessons: [plan.modules[1]!.lessons[1]!] }] };
  const id = some.modules[0]!.lessons[0]!.lesson_id;
  const keys = lessonKeys(id);
  const order = (...steps: StepSummary[]) => stageOrder(some, steps, { kind: 'lesson' });

  it('is write, practice, check, correction if requested, finish; for its own lessons only', () => {
    expect(order()).toMatchObject({ add: [{ job: 'write-lesson', key: keys.write, itemId: id }], stage: 'lessons', progress: 25 });
    expect(order(done(keys.write))).toMatchObject({ add: [{ job: 'write-practice' }], stage: 'practice', progress: 75 });
    expect(order(done(keys.write), failed(keys.practice)).add).toMatchObject([{ job: 'review-lesson' }]);
    expect(order(...whole(id, 'revise')).add).toMatchObject([{ job: 'correct-lesson' }]);
    expect(order(...whole(id))).toMatchObject({ add: [{ job: 'finish-rewrite', key: 'finish' }], stage: 'assemble', progress: 95 });
    expect(order(...whole(id), done('finish')).add).toEqual([]);
  });

  it('fails when none of its lessons could be written', () => {
    expect(order(failed(keys.write)).failed).toBe('no_lessons');
  });

  it('uses the places of its lessons in the whole course', () => {
    expect(placedLessons(some)).toMatchObject([{ module: 1, lesson: 1, number: 3, moduleTitle: 'Bees 1' }]);
  });
});

it('G34: a lesson keeps its id when its outline is drafted again, and differs from every other', () => {
  expect(lessonIdOf('run', 1, 2)).toBe(lessonIdOf('run', 1, 2));
  expect(new Set([lessonIdOf('a', 0, 0), lessonIdOf('b', 0, 0), lessonIdOf('a', 1, 0), lessonIdOf('a', 0, 1)]).size).toBe(4);
  expect(lessonIdOf('run', 0, 0)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

describe('modules that are written in one call', () => {
  const [first, second, third] = modulesOf(plan);
  const order = (steps: StepSummary[]) => stageOrder(plan, steps, { writing: 'modules' }).add.map(({ job, key }) => `${job} ${key}`);
  const written = (at: number) => done(lessonKeys(lessons[at]!).write);
  const others = [second!, third!].map(({ key }): StepSummary => ({ key, state: 'running', verdict: null }));

  it('are offered side by side with their lessons, and none of the lessons beside them', () => {
    expect(stageOrder(plan, base, { writing: 'modules' }).add).toMatchObject([
      { job: 'write-module', key: `module:${lessons[0]}`, label: '1 Bees 0', payload: { lessons: lessons.slice(0, 2) } },
      { job: 'write-module', key: `module:${lessons[2]}` },
      { job: 'write-module', key: `module:${lessons[4]}` },
    ]);
    expect(order([...base, ...others, { key: first!.key, state: 'running', verdict: null }])).toEqual([]);
    expect(stageOrder(plan, [done('outline')], { writing: 'modules' }).add).toMatchObject([{ job: 'research-topic' }]);
  });

  it('a lesson that its module has left is written by itself, after the earlier ones', () => {
    const [one, two] = lessons.slice(0, 2).map((id) => lessonKeys(id));
    expect(order([...base, ...others, done(first!.key), written(0)])).toEqual([
      `write-practice ${one!.practice}`,
      `write-lesson ${two!.write}`,
    ]);
    expect(order([...base, ...others, done(first!.key), written(1)])).toEqual([`write-lesson ${one!.write}`]);
    expect(order([...base, ...others, done(first!.key)])).toEqual([`write-lesson ${one!.write}`]);
    // whether its call could not be made or has failed, and whether the lesson before was written or not
    expect(order([...base, ...others, failed(first!.key), failed(one!.write)])).toEqual([`write-lesson ${two!.write}`]);
  });

  it('a lesson that starts again does not start its module again', () => {
    const [one] = lessons.map((id) => lessonKeys(id));
    const reopened: StepSummary = { key: one!.write, state: 'cancelled', verdict: null };
    expect(order([...base, ...others, done(first!.key), reopened, written(1)])).toEqual([`write-lesson ${one!.write}`]);
    // a run that an older release began, and a module's step that was reopened after a bug
    expect(order([...base, ...others, reopened, written(1)])).toEqual([`write-lesson ${one!.write}`]);
    expect(order([...base, ...others, { key: first!.key, state: 'cancelled', verdict: null }, reopened, written(1)])).toEqual([
      `write-lesson ${one!.write}`,
    ]);
  });

  it('a module with one lesson, and all lessons of batches, older plans and rewrites are written at once', () => {
    const small = planFromOutline('run', buildOutline(2, 1), 10);
    expect(stageOrder(small, base, { writing: 'modules' }).add.map(({ job }) => job)).toEqual(['write-lesson', 'write-lesson']);
    expect(stageOrder(plan, base).add.map(({ job }) => job)).toEqual(Array(6).fill('write-lesson'));
    expect(stageOrder(plan, [], { writing: 'modules', kind: 'lesson' }).add.map(({ job }) => job)).toEqual(Array(6).fill('write-lesson'));
    const context = { kind: 'course', plan, gated: false, practiceOnly: false, checkOnly: false } as const;
    const steps = base.map((step) => ({ ...step, service: null, tried: [], passed_over: [], error_code: null }));
    const jobsOf = (more: object) => orderOf({ ...context, isAwaited: true, ...more }, steps).add.map(({ job }) => job);
    expect(jobsOf({})).toEqual(Array(3).fill('write-module'));
    expect(jobsOf({ isAwaited: false })).toEqual(Array(6).fill('write-lesson'));
    const { shared: _, ...old } = plan;
    expect(jobsOf({ plan: old })).toEqual(Array(6).fill('write-lesson'));
  });
});
