import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { UNSEEN } from '#contract/platform/visible-text.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { Language } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { textsOf } from '#domain/platform/prose/plain-prose.ts';
import { TOPIC_WORDS, UNSAFE_KINDS, UNSAFE_WORDS, type UnsafeKind } from './unsafe-words.ts';

const OF_AGE = 18;
/** Minimum number of hits: one mention in passing is harmless, except for these kinds. */
const FEWEST_HITS: Partial<Record<UnsafeKind, number>> = { sexual: 1, self_harm: 1 };
const MENTIONS = 2;
const NEVER: readonly UnsafeKind[] = ['sexual', 'self_harm'];
/** Endings that can follow a word's stem, but not other words. */
const ENDING = '[\\p{L}\\p{M}]{0,6}';
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Characters inside a word that do not change it, besides invisible ones: joiners, and Arabic vowel signs and tatweel. */
const WITHIN_WORDS = /[\u064b-\u0652]|[\u0640\u200c\u200d]/g;

const patterns = new Map<string, RegExp>();

function patternOf(words: readonly string[]): RegExp {
  const key = words.join('\n');
  let pattern = patterns.get(key);
  if (!pattern) {
    const parts = words.map((word) => {
      const text = word
        .replace(/\|$/, '')
        .replaceAll(/[.*+?^${}()[\]\\]/g, '\\$&')
        .replaceAll(' ', '\\s+');
      if (UNSPACED.test(word)) return text;
      return `(?<![\\p{L}\\p{M}])${text}${word.endsWith('|') ? '' : ENDING}(?![\\p{L}\\p{M}])`;
    });
    patterns.set(key, (pattern = new RegExp(parts.join('|'), 'giu')));
  }
  return pattern;
}

const hits = (text: string, words: readonly string[]): number => text.match(patternOf(words))?.length ?? 0;

type TopicForm = Pick<
  CourseForm,
  'age' | 'topic' | 'learning_goals' | 'specific_skills' | 'real_world_applications' | 'industry_focus' | 'language_preference'
>;

/** Returns the kinds that the learner's own wishes name. */
function namedKinds(form: TopicForm): UnsafeKind[] {
  const wishes = [form.topic, form.learning_goals, form.specific_skills, form.real_world_applications].join('\n');
  return UNSAFE_KINDS.filter((kind) =>
    languagesOf(form.language_preference).some((language) => hits(wishes, UNSAFE_WORDS[language][kind]) > 0),
  );
}

/** Returns the kinds that a topic's field has to cover. */
function kindsOfField(form: TopicForm): UnsafeKind[] {
  const dealtWith = TOPIC_WORDS.filter(({ words }) => hits(form.topic, words) > 0).flatMap(({ kinds }) => kinds);
  return form.industry_focus === 'healthcare' ? [...dealtWith, 'intoxicants'] : dealtWith;
}

/** Returns the kinds that a course on this topic may name: those the topic itself names, and those its field has to cover. */
const allowedKinds = (form: TopicForm): ReadonlySet<UnsafeKind> =>
  new Set([...namedKinds(form), ...kindsOfField(form)].filter((kind) => !NEVER.includes(kind)));

const languagesOf = (language: Language): Language[] => [...new Set<Language>([language, 'english'])];

/**
 * Finds content unsuitable for minors if the reader is a minor. Searches for words, in the course's language and in English; a course on
 * history, health or probability may name its subject. Such an answer is never used.
 */
export function checkUnsafe(document: unknown, form: TopicForm): AnswerProblem[] {
  if (form.age >= OF_AGE) return [];
  const text = textsOf(document).join('\n').normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(WITHIN_WORDS, '');
  const allowed = allowedKinds(form);
  const found = UNSAFE_KINDS.filter((kind) => !allowed.has(kind))
    .map((kind) => ({
      kind,
      count: Math.max(...languagesOf(form.language_preference).map((language) => hits(text, UNSAFE_WORDS[language][kind]))),
    }))
    .filter(({ count }) => count > 0);
  const mentions = found.reduce((sum, { count }) => sum + count, 0);
  const bad = found.filter(({ kind }) => mentions >= (FEWEST_HITS[kind] ?? MENTIONS)).map(({ kind }) => kind.replace('_', '-'));
  return bad.length === 0 ? [] : [problem(`the text is unsuitable for a reader of ${form.age} (${bad.join(', ')}): leave that out`)];
}

/**
 * Notes a minor's course on a topic that is not meant for minors (brewing, a game of chance). It is written as far as `checkUnsafe`
 * permits, every lesson has the note `age`, and the course is not of quality `high`. Topics whose field has to name the subject (history,
 * health, probability) are exempt.
 */
export function checkTopicForAge(form: TopicForm): AnswerProblem[] {
  if (form.age >= OF_AGE) return [];
  const field = kindsOfField(form);
  const kinds = namedKinds(form).filter((kind) => !field.includes(kind));
  if (kinds.length === 0) return [];
  return [problem(`the topic is not meant for a reader of ${form.age}: keep to what is suitable`, { keep: 'noted', note: 'age' })];
}
