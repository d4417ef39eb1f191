import { foldedLine, isSoundField } from '#contract/courses/asked-answer.ts';
import { FIELD_BOUNDS, type AskedField } from '#contract/courses/asked-field.ts';
import type { Thread } from '#contract/courses/course-plan.contract.ts';
import { typedNumbers } from '#contract/courses/typed-number.ts';
import { WORKSHOP_BOUNDS, type Workshop } from '#contract/courses/workshop.contract.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { onOneLine, tidyMarkdown } from '#domain/generation/answers/tidy-answer.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { checkAllWhole, checkWords } from '#domain/generation/checks/check-words.ts';
import type { WorkshopDocument } from '#domain/generation/prompts/documents.ts';
import { placesOf } from '#domain/vendors/llm/option-keys.ts';

/** The output of a step that wrote a workshop; null: the module has nothing to be worked through in fields. */
export interface WorkshopOutput {
  readonly workshop: Workshop | null;
}

/** Numbers of steps that a service writes. */
export const STEPS = { least: 3, most: 8 } as const;
/** With fewer steps that ask, it is a text to click through. */
export const LEAST_ASKED = 2;

type Step = WorkshopDocument['steps'][number];

/** Returns the number that a text states; null for none, and for one that means different numbers in different countries. */
function numberIn(text: string, unit: string): number | null {
  const plain = text.trim();
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(plain)) return Number(plain);
  const [value, ...others] = typedNumbers(text, unit);
  return value === undefined || others.length > 0 ? null : value;
}

/** Returns the field that a step asks for; null for a step that only tells, and for one that cannot be answered. */
function fieldOf({ kind, accepted: answer, unit, tolerance, options, feedback }: Step): AskedField | null {
  const field = ((): AskedField | null => {
    if (kind === 'told') return null;
    if (kind === 'number') {
      const value = answer.length === 1 ? numberIn(answer[0]!, unit) : null;
      const most = FIELD_BOUNDS.number;
      if (value === null || Math.abs(value) > most || unit.length > FIELD_BOUNDS.unit) return null;
      return { kind, answer: value, tolerance: Math.min(Math.max(0, tolerance), most), unit: unit.trim() };
    }
    if (kind === 'choice') {
      const [right, ...others] = placesOf(answer, { texts: options, labels: options.map(() => null) });
      if (right == null || others.length > 0) return null;
      return {
        kind,
        options: options.map((text, at) => ({
          id: 'abcdefgh'[at] ?? String(at),
          text: text.trim(),
          ...(at !== right && feedback[at]?.trim() && { feedback: feedback[at].trim().slice(0, FIELD_BOUNDS.feedback) }),
        })),
        answer_id: 'abcdefgh'[right]!,
      };
    }
    const isCode = kind === 'code';
    // of two spellings that count as one, the first stays
    const lines = answer.map((line) => line.trim()).filter(Boolean);
    const isFirst = (line: string, at: number) => lines.findIndex((one) => foldedLine(one, isCode) === foldedLine(line, isCode)) === at;
    const accepted = lines.filter(isFirst).slice(0, FIELD_BOUNDS.accepted);
    return { kind: 'line', accepted, code: isCode };
  })();
  return field && isBounded(field) && isSoundField(field) ? field : null;
}

function isBounded(field: AskedField): boolean {
  if (field.kind === 'number') return true;
  if (field.kind === 'line') return field.accepted.every((line) => line.length <= FIELD_BOUNDS.line && !line.includes('\n'));
  return field.options.length <= FIELD_BOUNDS.options && field.options.every(({ text }) => text.length <= FIELD_BOUNDS.option);
}

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** Tidies a workshop: one line of title, closed Markdown, no more steps than are stored. */
export const tidyWorkshop = ({ title, intro, steps }: WorkshopDocument): WorkshopDocument => ({
  title: cut(onOneLine(title), WORKSHOP_BOUNDS.title),
  intro: cut(tidyMarkdown(intro), WORKSHOP_BOUNDS.intro),
  steps: steps.slice(0, WORKSHOP_BOUNDS.steps).map((step) => ({
    ...step,
    text: cut(tidyMarkdown(step.text), WORKSHOP_BOUNDS.text),
    hint: cut(onOneLine(step.hint), WORKSHOP_BOUNDS.hint),
    explanation: cut(tidyMarkdown(step.explanation), WORKSHOP_BOUNDS.explanation),
  })),
});

/** Converts a workshop as it is stored. A step whose field cannot be answered only tells. */
export function workshopMaterial({ title, intro, steps }: WorkshopDocument): Workshop | null {
  if (steps.length === 0) return null;
  return {
    title: title.trim(),
    intro: intro.trim(),
    steps: steps.map((step, at) => ({
      id: `w${at + 1}`,
      text: step.text.trim(),
      field: fieldOf(step),
      hint: step.hint.trim(),
      explanation: step.explanation.trim(),
    })),
  };
}

/** Shorter lines, such as `x` or `of`, occur in any text. */
const TELLING_CHARACTERS = 3;

/** A larger share of the answer is no rounding. */
const MOST_TOLERANCE = 0.25;

/** Tells whether a step's own text shows the line that it asks for. */
function isShown({ text }: Step, field: AskedField): boolean {
  if (field.kind !== 'line') return false;
  const shown = foldedLine(text, field.code);
  return field.accepted
    .map((line) => foldedLine(line, field.code))
    .some((line) => line.length >= TELLING_CHARACTERS && shown.includes(line));
}

/** Returns what is wrong with a step, worded for its author. */
function faultsOf(step: Step): string[] {
  const field = fieldOf(step);
  if (step.kind === 'told') return [];
  if (!field) {
    return [
      {
        number: 'a number needs exactly one text of `accepted` in digits with a decimal point, without its unit',
        choice: `a choice needs two to ${FIELD_BOUNDS.options} distinct options, and the exact text of one of them as the only one in \`accepted\``,
        line: 'a line needs its right spellings in `accepted`, each short and on one line',
        code: 'a line of code needs its right forms in `accepted`, each short and on one line',
      }[step.kind],
    ];
  }
  const faults = isShown(step, field) ? ['the text of a step shows the line that it asks for'] : [];
  if (field.kind === 'choice' && field.options.some(({ id, feedback }) => id !== field.answer_id && !feedback))
    faults.push('the wrong options of a choice need feedback each, in the order of `options`');
  if (field.kind === 'number' && field.answer !== 0 && field.tolerance > Math.abs(field.answer) * MOST_TOLERANCE)
    faults.push('the tolerance of a number is only for rounding, and far smaller than its answer');
  return faults;
}

/** Tells whether a text names the thread, or one of its facts. */
function isOnThread(text: string, { name, facts }: Thread): boolean {
  const said = text.toLowerCase();
  const words = name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  const values = facts.map(({ value }) => value.toLowerCase().trim()).filter((value) => value.length > 1);
  return [name.toLowerCase(), ...words, ...values].some((one) => said.includes(one));
}

/**
 * Returns the problems of a workshop that fits its schema. No steps at all is an answer: the module has nothing that fields can ask.
 * @param thread of the course's plan; null without one
 */
export function checkWorkshop(workshop: WorkshopDocument, form: CourseForm, thread: Thread | null): AnswerProblem[] {
  const { title, intro, steps } = workshop;
  if (steps.length === 0) return [];
  const asked = steps.filter((step) => fieldOf(step) !== null).length;
  const again = { keep: 'after_reask' } as const;
  const problems: AnswerProblem[] = [];
  if (steps.length < STEPS.least) problems.push(problem(`there are ${steps.length} steps; ${STEPS.least} to ${STEPS.most} are needed`));
  if (steps.length > STEPS.most) problems.push(problem(`there are ${steps.length} steps; at most ${STEPS.most} are needed`, again));
  if (asked < LEAST_ASKED) problems.push(problem('fewer than two steps ask for anything that can be checked'));
  if (!title.trim() || steps.some(({ text }) => !text.trim())) problems.push(problem('the title, or the text of a step, is missing'));
  problems.push(...[...new Set(steps.flatMap(faultsOf))].map((fault) => problem(fault, again)));
  const prose = [intro, ...steps.flatMap(({ text, explanation }) => [text, explanation])];
  if (thread && !isOnThread([title, ...prose].join('\n'), thread))
    problems.push(problem('it is not on <thread>: use its names and its figures', again));
  const said = [title, ...prose, ...steps.flatMap(({ hint, options, feedback }) => [hint, ...options, ...feedback])];
  return [
    ...problems,
    ...checkAllWhole(
      'a step',
      prose.filter((one) => one.trim()),
    ),
    ...checkWords(workshop, form, said),
  ];
}
