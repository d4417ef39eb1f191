import { LITTLE_WORDS } from '#domain/vendors/llm/hygiene/stop-words.ts';
import { hash32 } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import type { Tag } from '../answers/read-tags.ts';
import { escapePattern } from '#domain/platform/prose/escape-pattern.ts';

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const targetOf = (tags: Partial<Record<Tag, unknown>>): string => (isObject(tags.wanted) ? String(tags.wanted['language']) : '');

/** Returns stop words that no other of these languages has. */
const ownWords = (code: keyof typeof LITTLE_WORDS): string[] =>
  LITTLE_WORDS[code]
    .split(' ')
    .filter(
      (word) =>
        word.length > 1 && Object.entries(LITTLE_WORDS).every(([other, words]) => other === code || !words.split(' ').includes(word)),
    );

/** Words that identify a language, if courses are written in it. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: ownWords('eng'),
  es: ownWords('spa'),
  fr: ownWords('fra'),
  de: ownWords('deu'),
  it: ownWords('ita'),
  pt: ownWords('por'),
  ru: 'и не что это как когда если пчёлы цветы город утром вместе потом больше здесь'.split(' '),
  zh: '蜜蜂 花朵 城市 早晨 我们 他们 因为 所以 已经 可以 一起 这里 那里 时候 现在'.split(' '),
  ja: 'ミツバチは 花が 町で 朝に そして それから とても ここに あそこへ みんなで いつも まだ もっと きれいな すぐに'.split(' '),
  ko: '꿀벌은 꽃이 도시에서 아침에 그리고 그래서 매우 여기에 저기로 함께 항상 아직 조금 예쁜 바로'.split(' '),
  ar: 'النحل الزهور المدينة الصباح ثم لأن عندما هناك هنا معا دائما الآن قليلا كثيرا أيضا'.split(' '),
  hi: 'मधुमक्खी फूल शहर सुबह और लेकिन क्योंकि जब वहाँ यहाँ साथ हमेशा अब थोड़ा बहुत'.split(' '),
};
/** A word of this many letters becomes two, so that a text keeps about its length. */
const LONG_WORD = 6;
/** For languages without words here: accented letters, as interface testers use them. */
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
  Y: 'Ý',
};

/** A capitalised word within a sentence. */
const LIKE_A_NAME = /(?<=\p{Ll},? )\p{Lu}\p{L}{3,}/gu;

/**
 * Returns the text after the mark `‹de›`, so that nobody takes it for a real translation: signs, numbers and placeholders stay, given names
 * and apparent ones stay, and every other word becomes one that only identifies the language.
 */
function translated(text: string, code: string, names: readonly Record<string, unknown>[]): string {
  const likely = (text.match(LIKE_A_NAME) ?? []).map((name) => [name, name] as const);
  const targets = new Map([...likely, ...names.map(({ source, target }) => [String(source), String(target)] as const)]);
  const known = [...targets.keys()].toSorted((one, other) => other.length - one.length).map((name) => `${escapePattern(name)}|`);
  const parts = new RegExp(String.raw`${known.join('')}⟦\d+⟧|[\p{L}\p{M}\p{N}_]*\p{N}[\p{L}\p{M}\p{N}_]*|\p{L}[\p{L}\p{M}'’]*`, 'gu');
  const words = WORDS[code];
  let at = 0;
  const next = () => words![hash32(`${text} ${at++}`) % words!.length]!;
  const said = text.replaceAll(parts, (part) => {
    const target = targets.get(part);
    if (target !== undefined) return target;
    if (!/^\p{L}[\p{L}\p{M}'’]*$/u.test(part)) return part;
    if (!words) return part.replaceAll(/[aeiouy]/gi, (letter) => ACCENTS[letter]!);
    return part.length > LONG_WORD ? `${next()} ${next()}` : next();
  });
  return `‹${code}› ${said}`;
}

/** Composes the translation of each text, by id. */
export function composeTranslation(tags: Partial<Record<Tag, unknown>>): object {
  const names = isObject(tags.wanted) ? listOf(tags.wanted['names']) : [];
  return {
    translations: listOf(tags.texts).map(({ id, text }) => ({ id: String(id), text: translated(String(text), targetOf(tags), names) })),
  };
}

const MOST_NAMES = 6;

/** Returns capitalised words within sentences, which stay unchanged in every language. */
export function composeNames(tags: Partial<Record<Tag, unknown>>): object {
  const text = Array.isArray(tags.texts) ? tags.texts.map(String).join('\n') : '';
  const found = [...new Set(text.match(LIKE_A_NAME) ?? [])].slice(0, MOST_NAMES);
  return { names: found.map((source) => ({ source, target: source })) };
}

/** Judges translations: one with the mark counts as faithful; one that has lost its text does not. */
export function composeFidelity(tags: Partial<Record<Tag, unknown>>): object {
  const pairs = listOf(tags.pairs);
  return {
    fidelity_verdicts: [...new Set(pairs.map(({ lesson }) => Number(lesson)))].map((lesson) => {
      const poor = pairs.filter(
        (pair) => Number(pair['lesson']) === lesson && String(pair['translation']).length * 4 < String(pair['original']).length,
      );
      const problems = poor.slice(0, 3).map(({ original }) => `Much is missing of: ${String(original).slice(0, 80)}`);
      return { lesson, problems, is_faithful: poor.length === 0 };
    }),
  };
}
