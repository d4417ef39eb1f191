import { createHash } from 'node:crypto';
import { kindOf, optionsOf, type QuizItem } from '#contract/courses/quiz.contract.ts';

/** A question's words, in whichever case and however they end. */
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
 * Names the questions of a quiz that takes another's place. One that is asked as before keeps its id and those of its options, so that answers
 * and review go on. Any other gets an id that no other question of the lesson ever had: services number the questions of every quiz alike, and
 * an earlier answer must not show as one to another question.
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
