import { hash32 } from '../seeded-random.ts';

interface Card {
  readonly front: string;
  readonly back: string;
  readonly passage: string;
}

const MOST = 6;
const SENTENCE = { least: 40, most: 240 };
/** Question before a sentence with a gap. */
const QUESTIONS: Readonly<Record<string, string>> = {
  spanish: '¿Qué falta aquí?',
  arabic: 'ما الكلمة الناقصة هنا؟',
  french: 'Que manque-t-il ici ?',
  german: 'Was fehlt hier?',
};
const GAP = '____';

/** The longest word that occurs once in a sentence: most often what it is about. In scripts without blanks, its last four characters. */
function answerIn(sentence: string): string | null {
  const words = sentence.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  if (words.length < 4) return null;
  const counted = (word: string) => sentence.toLowerCase().split(word.toLowerCase()).length - 1;
  const single = words.slice(1).filter((word) => counted(word) === 1);
  return single.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** Makes cards of sentences of a lesson, each with a gap. */
export function flashCardsOf(text: string, language: string): { flash_cards: Card[] } {
  const sentences = text
    .split(/\n+|(?<=[.!?؟。！？])\s+/u)
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= SENTENCE.least && length <= SENTENCE.most);
  const cards = [...new Set(sentences)].flatMap((passage): Card[] => {
    const back = answerIn(passage);
    return back ? [{ front: `${QUESTIONS[language] ?? 'What is missing here?'} “${passage.replace(back, GAP)}”`, back, passage }] : [];
  });
  const step = Math.max(1, Math.floor(cards.length / MOST));
  const chosen = cards.filter((_, at) => at % step === 0).slice(0, MOST);
  if (chosen.length > 0) return { flash_cards: chosen };
  const passage = text.split('\n').find((line) => line.trim() !== '') ?? text;
  return {
    flash_cards: [
      { front: QUESTIONS[language] ?? 'What does this lesson begin with?', back: passage.slice(0, 100), passage: passage.slice(0, 100) },
    ],
  };
}

/** Judges cards: a share of them is dropped. */
export function judgeCards(cards: unknown, { seed, share }: { seed: string; share: number }): { card_verdicts: object[] } {
  const places = Array.isArray(cards) ? cards.map((_, place) => place) : [];
  return {
    card_verdicts: places.map((place) =>
      hash32(`${seed} card ${place}`) / 4294967296 < share / 4
        ? { place, verdict: 'drop', reason: 'The gap could be filled by another word.' }
        : { place, verdict: 'keep', reason: '' },
    ),
  };
}
