import { isSoundField } from '#contract/courses/asked-answer.ts';
import type { AskedField } from '#contract/courses/asked-field.ts';
import { typedNumbers } from '#contract/courses/typed-number.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';
import { randomId } from '#frontend/lib/random-id.ts';

/** What a step asks for; `told`: nothing. */
export const STEP_KINDS = ['number', 'choice', 'line', 'code', 'told'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** A step as form values: numbers as typed, accepted lines one per line. What a kind does not use is kept in case the kind changes back. */
export interface StepDraft {
  readonly id: string;
  readonly text: string;
  readonly kind: StepKind;
  readonly answer: string;
  readonly tolerance: string;
  readonly unit: string;
  readonly options: readonly { readonly id: string; readonly text: string; readonly feedback: string }[];
  readonly right: string;
  readonly accepted: string;
  readonly hint: string;
  readonly explanation: string;
}

export interface WorkshopDraft {
  readonly title: string;
  readonly intro: string;
  readonly steps: readonly StepDraft[];
}

const shortId = (): string => randomId().slice(0, 8);
export const newStepOption = () => ({ id: shortId(), text: '', feedback: '' });

export function newStep(): StepDraft {
  const options = [newStepOption(), newStepOption(), newStepOption()];
  return {
    id: shortId(),
    text: '',
    kind: 'number',
    answer: '',
    tolerance: '',
    unit: '',
    options,
    right: options[0]!.id,
    accepted: '',
    hint: '',
    explanation: '',
  };
}

export const newWorkshop = (): WorkshopDraft => ({ title: '', intro: '', steps: [newStep()] });

const kindOf = (field: AskedField | null): StepKind =>
  field === null ? 'told' : field.kind === 'line' && field.code ? 'code' : field.kind;

function draftOfStep({ id, text, field, hint, explanation }: WorkshopStep): StepDraft {
  const shared = { ...newStep(), id, text, hint, explanation, kind: kindOf(field) };
  if (field?.kind === 'number') {
    return { ...shared, answer: String(field.answer), tolerance: field.tolerance === 0 ? '' : String(field.tolerance), unit: field.unit };
  }
  if (field?.kind === 'choice') {
    return { ...shared, options: field.options.map((one) => ({ feedback: '', ...one })), right: field.answer_id };
  }
  return field ? { ...shared, accepted: field.accepted.join('\n') } : shared;
}

export const draftOfWorkshop = ({ title, intro, steps }: Workshop): WorkshopDraft => ({ title, intro, steps: steps.map(draftOfStep) });

/** The number that somebody typed; NaN if it is none. A point is decimal where both readings are possible, as the form shows it. */
const numberOf = (typed: string): number => (/^-?\d+(?:\.\d+)?$/.test(typed.trim()) ? Number(typed) : (typedNumbers(typed)[0] ?? NaN));

function fieldOf({ kind, answer, tolerance, unit, options, right, accepted }: StepDraft): AskedField | null {
  if (kind === 'told') return null;
  if (kind === 'number') {
    return { kind, answer: numberOf(answer), tolerance: tolerance.trim() === '' ? 0 : numberOf(tolerance), unit: unit.trim() };
  }
  if (kind === 'choice') {
    const stored = options.map((one) => {
      const feedback = one.id === right ? '' : one.feedback.trim();
      return { id: one.id, text: one.text.trim(), ...(feedback !== '' && { feedback }) };
    });
    return { kind, options: stored, answer_id: right };
  }
  return { kind: 'line', accepted: accepted.split('\n').flatMap((line) => line.trim() || []), code: kind === 'code' };
}

export const workshopOfDraft = ({ title, intro, steps }: WorkshopDraft): Workshop => ({
  title: title.trim(),
  intro: intro.trim(),
  steps: steps.map((step) => ({
    id: step.id,
    text: step.text.trim(),
    field: fieldOf(step),
    hint: step.hint.trim(),
    explanation: step.explanation.trim(),
  })),
});

/** Whether a step can be saved: it has a text, and an answer to what it asks. */
export function isWholeStep(step: StepDraft): boolean {
  const field = fieldOf(step);
  return step.text.trim() !== '' && (field === null || isSoundField(field));
}
