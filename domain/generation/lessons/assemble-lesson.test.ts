import { describe, expect, it } from 'vitest';
import { buildWorkshop } from '#contract/courses/workshop.factory.ts';
import type { Authorship } from '#contract/platform/authorship.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { assembleLesson, type Results } from './assemble-lesson.ts';
import { planFromOutline } from '#domain/generation/outline/course-plan.ts';
import { buildLessonText, buildOutline } from '#domain/generation/runs/run.factory.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

const planned = planFromOutline('run', buildOutline(1, 1), 20).modules[0]!.lessons[0]!;
const keys = lessonKeys(planned.lesson_id);
const questions = ['q1', 'q2'].map((id) => ({ id, question: id, options: [], answer_id: 'a', explanation: '' }));
const made = (output: unknown, service: Service | null = null) => ({ output, service });
const verdicts = (...ok: boolean[]) => ok.map((each, index) => ({ question_id: `q${index + 1}`, ok: each, reason: '' }));
const check = (service: Service | null, verdict = 'accept', question_verdicts = verdicts(true, false)) =>
  made({ verdict, findings: [], question_verdicts, is_blind: true }, service);

const written: Results = {
  [keys.write]: made(buildLessonText('A'), 'claude'),
  [keys.practice]: made({ quiz: questions, exercises: [] }, 'openai'),
};
const assembled = (more: Results, options = {}) => {
  const { quiz, notes } = assembleLesson(planned, { ...written, ...more }, options)!;
  return { quiz: quiz.map(({ id }) => id), notes };
};
const LEFT_OUT = { quiz: [], notes: ['quiz_unchecked'] };
const DROPPED = { quiz: [], notes: ['quiz_dropped'] };

describe('the quiz of a lesson', () => {
  it('A34 keeps the questions whose key was found by a service that answered them without it, even if that was their writer', () => {
    expect(assembled({ [keys.check]: check('grok') })).toEqual({ quiz: ['q1'], notes: [] });
    expect(assembled({ [keys.check]: check('openai') })).toEqual({ quiz: ['q1'], notes: [] });
    expect(assembled({ [keys.check]: check(null, 'not_reviewed', []), [keys.recheck]: check('claude') })).toEqual({
      quiz: ['q1'],
      notes: [],
    });
  });

  it('is left out, and the lesson says so, if nobody has answered it', () => {
    expect(assembled({})).toEqual(LEFT_OUT);
    expect(assembled({ [keys.check]: check(null, 'not_reviewed', []) })).toEqual(LEFT_OUT);
  });

  it('without any confirmed question is also left out, and the lesson gives that reason', () => {
    expect(assembled({ [keys.check]: check('grok', 'accept', verdicts(false, false)) })).toEqual(DROPPED);
    expect(assembled({ [keys.check]: check('grok', 'accept', []) })).toEqual(DROPPED);
    const exercises = [{ id: 'e1', title: 'Try', instructions: 'Try it.' }];
    expect(assembled({ [keys.practice]: made({ quiz: [], exercises }, 'openai'), [keys.check]: check('grok') }).notes).toEqual([]);
    expect(assembled({ [keys.check]: check('grok', 'revise', verdicts(false, false)) }, { awaits: 'correction' }).notes).toEqual([]);
  });

  it('of a lesson whose text was changed after the check is judged on that text, or left out', () => {
    const corrected = (by: Service, question_verdicts?: unknown) => ({
      [keys.check]: check('grok', 'revise', verdicts(true, true)),
      [keys.correct]: made({ ...buildLessonText('B'), notes: [], question_verdicts, is_blind: true }, by),
    });
    expect(assembled(corrected('claude', verdicts(false, true)))).toEqual({ quiz: ['q2'], notes: [] });
    expect(assembled(corrected('claude'))).toEqual(LEFT_OUT);
    const rechecked = { ...corrected('openai', verdicts(true, true)), [keys.recheck]: check('gemini', 'revise', verdicts(false, true)) };
    expect(assembled(rechecked)).toEqual({ quiz: ['q2'], notes: [] });
    expect(assembled({ ...rechecked, [keys.recheck]: check(null, 'not_reviewed', []) })).toEqual(LEFT_OUT);
    expect(assembled({ [keys.check]: check('grok', 'revise'), [keys.correct]: made({}) })).toEqual({ quiz: ['q1'], notes: [] });
  });

  it('keeps the points of a free-text question that every answer has confirmed, and drops the question with too few', () => {
    const rubric = ['It feeds.', 'It grows.', 'It sings.'];
    const short = { kind: 'short', id: 'q1', question: 'Why?', rubric, explanation: 'All three.' };
    const named = (...points: number[]) => [{ question_id: 'q1', ok: true, reason: '', points }];
    const rubricsOf = (more: Results) =>
      assembleLesson(planned, { ...written, [keys.practice]: made({ quiz: [short], exercises: [] }, 'openai'), ...more })!.quiz.map(
        (item) => item.kind === 'short' && item.rubric,
      );
    expect(rubricsOf({ [keys.check]: check('grok', 'accept', named(0, 1, 2)) })).toEqual([rubric]);
    expect(rubricsOf({ [keys.check]: check('grok', 'accept', named(0, 2)) })).toEqual([['It feeds.', 'It sings.']]);
    // a release before verdicts had points confirmed all of them
    expect(rubricsOf({ [keys.check]: check('grok', 'accept', verdicts(true)) })).toEqual([rubric]);
    const corrected = (...points: number[]) => ({
      [keys.check]: check('grok', 'revise', named(0, 2)),
      [keys.correct]: made({ ...buildLessonText('B'), notes: [], question_verdicts: named(...points), is_blind: true }, 'claude'),
    });
    expect(rubricsOf(corrected(0, 1, 2))).toEqual([['It feeds.', 'It sings.']]);
    expect(rubricsOf(corrected(0, 1))).toEqual([]);
    expect(rubricsOf({ ...corrected(0, 1, 2), [keys.recheck]: check(null, 'not_reviewed', []) })).toEqual([]);
  });

  it('is not shown while something of the lesson is still to come', () => {
    expect(assembled({}, { awaits: 'review' })).toEqual({ quiz: [], notes: [] });
    expect(assembled({ [keys.check]: check('grok', 'revise') }, { awaits: 'correction' })).toEqual({ quiz: [], notes: [] });
  });

  it('adds no note if there was none', () => {
    expect(assembled({ [keys.practice]: made({ quiz: [], exercises: [] }, 'openai') })).toEqual({ quiz: [], notes: [] });
  });

  it('that is missing, or missing exercises, is noted once nothing more is to come', () => {
    const bare = { ...written, [keys.practice]: undefined };
    const notesOf = (options = {}) => assembleLesson(planned, bare, options)!.notes;
    expect(notesOf()).toEqual(['no_practice']);
    expect(notesOf({ awaits: 'practice' })).toEqual([]);
  });
});

describe('the workshop of a lesson', () => {
  const workshop = buildWorkshop();
  const judged = (...right: string[]) =>
    made(
      {
        verdict: 'accept',
        findings: [],
        question_verdicts: ['w1', 'w2', 'w3', 'w4'].map((id) => ({ question_id: id, ok: right.includes(id), reason: '' })),
        is_blind: true,
      },
      'grok',
    );
  const of = (more: Results, options = {}) => {
    const lesson = assembleLesson(planned, { ...written, [keys.workshop]: made({ workshop }, 'openai'), ...more }, options)!;
    return lesson.workshop?.steps.map(({ field }) => field !== null);
  };

  it('asks the steps whose answer a blind answer has confirmed, and tells the others', () => {
    expect(of({ [keys.check]: judged('w1', 'w2', 'w3', 'w4') })).toEqual([true, true, true, true, false]);
    expect(of({ [keys.check]: judged('w1', 'w4') })).toEqual([true, false, false, true, false]);
  });

  it('is left out with fewer than two confirmed steps, unjudged, and while something is to come', () => {
    expect(of({ [keys.check]: judged('w1') })).toBeUndefined();
    expect(of({})).toBeUndefined();
    expect(of({ [keys.check]: check(null, 'not_reviewed', []) })).toBeUndefined();
    expect(of({ [keys.check]: judged('w1', 'w2') }, { awaits: 'correction' })).toBeUndefined();
    expect(of({ [keys.workshop]: made({ workshop: null }, 'openai'), [keys.check]: judged('w1', 'w2') })).toBeUndefined();
  });

  it('stays as it was judged when a correction has changed the text, and can be judged later', () => {
    const corrected = { [keys.correct]: made({ ...buildLessonText('B'), notes: [], question_verdicts: [], is_blind: true }, 'claude') };
    expect(of({ [keys.check]: judged('w1', 'w2'), ...corrected })).toEqual([true, true, false, false, false]);
    const late = { [keys.check]: check(null, 'not_reviewed', []), [keys.recheck]: judged('w2', 'w3') };
    expect(of(late)).toEqual([false, true, true, false, false]);
    const twice = { [keys.check]: judged('w1', 'w2', 'w3'), [keys.recheck]: judged('w2', 'w3') };
    expect(of(twice)).toEqual([false, true, true, false, false]);
    expect(of({ [keys.check]: judged('w1', 'w2'), [keys.recheck]: check(null, 'not_reviewed', []) })).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('changes nothing else of the lesson', () => {
    expect(assembled({ [keys.workshop]: made({ workshop }, 'openai'), [keys.check]: check('grok') })).toEqual({ quiz: ['q1'], notes: [] });
  });
});

describe('the authors of a lesson', () => {
  const library = { model: 'a stand-in', connection: 'library' } as const;
  const vendor = { model: 'claude-sonnet-5-5', connection: 'vendor' } as const;
  const authors = (writtenBy: Authorship, checkedBy: Authorship) => {
    const { written_by, written_with, reviewed_by, reviewed_with, of_library } = assembleLesson(planned, {
      [keys.write]: made({ ...buildLessonText('A'), by: writtenBy }, 'claude'),
      [keys.check]: made({ verdict: 'accept', findings: [], question_verdicts: [], by: checkedBy }, 'grok'),
    })!;
    return { written_by, written_with, reviewed_by, reviewed_with, of_library };
  };

  it('are the services that wrote and checked it', () => {
    expect(authors(vendor, { ...vendor, model: 'grok-4.7' })).toEqual({
      written_by: 'claude',
      written_with: vendor,
      reviewed_by: 'grok',
      reviewed_with: { ...vendor, model: 'grok-4.7' },
    });
  });

  it('are people where the demo library gave it: no service and no model is named, but that of a later check', () => {
    expect(authors(library, library)).toEqual({ written_by: null, reviewed_by: null, of_library: true });
    expect(authors(library, vendor)).toEqual({ written_by: null, reviewed_by: 'grok', reviewed_with: vendor, of_library: true });
  });
});
