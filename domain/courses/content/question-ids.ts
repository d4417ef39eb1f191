import { createHash } from 'node:crypto';
import { kindOf, optionsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';

/** A question's words, without case and punctuation. */
const spoken = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

/** The identity of a question: its words, its kind and its options, in any order. */
const identityOf = (item: QuizItem): string =>
  JSON.stringify([
    kindOf(item),
    spoken(item.question),
    optionsOf(item)
      .map(({ text }) => text.trim())
      .toSorted(),
  ]);

/**
 * Gives ids to the questions of a quiz that replaces another. An unchanged question keeps its id and those of its options, so that answers
 * and review continue. Any other question gets an id that no question of the lesson ever had: services number the questions of every quiz
 * alike, and an earlier answer must not appear under another question.
 */
export function withKeptIds(before: readonly QuizItem[], quiz: readonly QuizItem[]): QuizItem[] {
  const known = new Map(before.map((item) => [identityOf(item), item]));
  return quiz.map((item) => {
    const identity = identityOf(item);
    const old = known.get(identity);
    if (old) return withOptionsOf(old, item);
    return { ...item, id: `q-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}` };
  });
}

function withOptionsOf(old: QuizItem, item: QuizItem): QuizItem {
  if (item.kind === 'short') return { ...item, id: old.id };
  const ids = new Map(optionsOf(old).map(({ id, text }) => [text.trim(), id]));
  const named = new Map(item.options.map(({ id, text }) => [id, ids.get(text.trim()) ?? id]));
  const idOf = (id: string) => named.get(id) ?? id;
  const common = { id: old.id, options: item.options.map((option) => ({ ...option, id: idOf(option.id) })) };
  return 'answer_ids' in item
    ? { ...item, ...common, answer_ids: item.answer_ids.map(idOf) }
    : { ...item, ...common, answer_id: idOf(item.answer_id) };
}
