import {
  feedbackOf,
  isWellFormed,
  kindOf,
  optionsOf,
  purposeOf,
  rightIdsOf,
  type QuestionKind,
  type QuestionPurpose,
  type QuizItem,
} from '#contract/courses/quiz.contract.ts';
import { randomId } from '#frontend/lib/random-id.ts';
import { t } from '#frontend/lib/text.ts';

/** A question as form values. The options of an ordering question are in their correct order. */
export interface QuestionDraft {
  readonly id: string;
  readonly kind: QuestionKind;
  readonly purpose: QuestionPurpose;
  /** Number of text sections before it; null if its place is estimated. */
  readonly after: number | null;
  /** The earlier lesson that it recalls; empty for none. */
  readonly recalls: string;
  readonly question: string;
  /** The `feedback` of an option marked as right is kept in case that changes, but not saved. */
  readonly options: readonly { readonly id: string; readonly text: string; readonly feedback: string }[];
  readonly right: readonly string[];
  readonly explanation: string;
  /** One point per line; also empty if the stored rubric stays on the server. */
  readonly rubric: string;
}

const shortId = (): string => randomId().slice(0, 8);
const emptyOption = () => ({ id: shortId(), text: '', feedback: '' });
export const newOption = emptyOption;

export function newQuestion(): QuestionDraft {
  const options = [emptyOption(), emptyOption(), emptyOption()];
  return {
    id: shortId(),
    kind: 'single',
    purpose: 'check',
    after: null,
    recalls: '',
    question: '',
    options,
    right: [options[0]!.id],
    explanation: '',
    rubric: '',
  };
}

export function draftOfQuestion(item: QuizItem): QuestionDraft {
  const right = rightIdsOf(item);
  const feedback = new Map(feedbackOf(item).map((one) => [one.option_id, one.text]));
  const options = optionsOf(item).map((option) => ({ ...option, feedback: feedback.get(option.id) ?? '' }));
  return {
    id: item.id,
    kind: kindOf(item),
    purpose: purposeOf(item),
    after: item.after ?? null,
    recalls: item.recalls ?? '',
    question: item.question,
    options: item.kind === 'order' ? right.flatMap((one) => options.filter(({ id }) => id === one)) : options,
    right,
    explanation: item.explanation,
    rubric: item.kind === 'short' ? item.rubric.join('\n') : '',
  };
}

/** Converts the draft to another kind; keeps its options and right answers as far as the kind allows. */
export function asKind(draft: QuestionDraft, kind: QuestionKind): QuestionDraft {
  const options =
    kind === 'short'
      ? []
      : kind === 'true_false'
        ? [t('True'), t('False')].map((text) => ({ id: shortId(), text, feedback: '' }))
        : draft.options.length >= 2 && draft.kind !== 'true_false'
          ? draft.options
          : [emptyOption(), emptyOption(), emptyOption()];
  const kept = draft.right.filter((right) => options.some(({ id }) => id === right));
  const some = kept.length > 0 ? kept : options.slice(0, 1).map(({ id }) => id);
  return { ...draft, kind, options, right: kind === 'single' || kind === 'true_false' ? some.slice(0, 1) : some };
}

/** Whether questions of a kind have wrong options. */
export const hasFeedback = (kind: QuestionKind): boolean => kind !== 'order' && kind !== 'short';

/**
 * Converts a draft to a stored question. The options of an ordering question are sorted alphabetically, unless that is their correct order.
 */
export function itemOfDraft({ id, kind, purpose, after, recalls, right, ...draft }: QuestionDraft): QuizItem {
  const asked = {
    id,
    question: draft.question.trim(),
    explanation: draft.explanation.trim(),
    ...(after !== null && { after }),
    ...(purpose !== 'check' && { purpose }),
    ...(purpose === 'recall' && recalls !== '' && { recalls }),
  };
  const options = draft.options.map((option) => {
    const feedback = hasFeedback(kind) && !right.includes(option.id) ? option.feedback.trim() : '';
    return { id: option.id, text: option.text.trim(), ...(feedback !== '' && { feedback }) };
  });
  if (kind === 'short') return { kind, ...asked, rubric: draft.rubric.split('\n').flatMap((line) => line.trim() || []) };
  if (kind === 'multiple') return { kind, ...asked, options, answer_ids: [...right] };
  if (kind === 'order') {
    const answer_ids = options.map((option) => option.id);
    const sorted = options.toSorted((one, other) => one.text.localeCompare(other.text));
    const isSolved = sorted.every((option, at) => option.id === answer_ids[at]);
    return { kind, ...asked, options: isSolved ? sorted.toReversed() : sorted, answer_ids };
  }
  return { kind, ...asked, options, answer_id: right[0] ?? '' };
}

/** Whether the draft is complete and can be saved. */
export const isWhole = (draft: QuestionDraft): boolean => isWellFormed(itemOfDraft(draft));
