import { isObject } from '../wire/wire.ts';
import { hasDefect, type Defects, type Work } from '../faults/defects.ts';
import type { LessonAnswer } from './lesson-text.ts';

interface Passage {
  id: string;
  text: string;
}

/** A lesson with citations. */
export interface CitedLesson extends LessonAnswer {
  citations: { marker: number; passage_id: string; quote: string }[];
}

const MOST = 3;
const WORDS = { least: 5, most: 40 };
/** Text that is not prose is not quoted: markup, URLs, symbols. */
const NO_PROSE = /[<>{}[\]`*_#|\\$=]|https?:|-{2,}/;

function passagesIn(value: unknown): Passage[] {
  return (Array.isArray(value) ? value : []).flatMap((entry) =>
    isObject(entry) && typeof entry.passage_id === 'string' && typeof entry.text === 'string'
      ? [{ id: entry.passage_id, text: entry.text }]
      : [],
  );
}

/** Returns the first sentence of a passage that can be quoted verbatim. */
function quotable(text: string): string | null {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].map(({ segment }) => segment.trim());
  const fits = (sentence: string) => {
    const { length } = sentence.split(/\s+/);
    return length >= WORDS.least && length <= WORDS.most && !sentence.includes('\n') && !NO_PROSE.test(sentence);
  };
  return sentences.find(fits) ?? null;
}

const altered = (quote: string): string => quote.replace(/\S+(\s+\S+)$/, 'seldom$1');

/**
 * Adds statements from passages to a lesson, each with its mark and its citation, before its last heading. By the configured shares, some
 * quotes are altered, and some do not support their sentence.
 */
export function citeSources(lesson: LessonAnswer, given: unknown, { citations }: Defects, work: Work): CitedLesson {
  const quotes = passagesIn(given).flatMap(({ id, text }) => {
    const quote = quotable(text);
    return quote === null ? [] : [{ id, quote }];
  });
  const cited = quotes.slice(0, MOST).map(({ id, quote }, at) => {
    const of = { ...work, key: `${work.key} citation ${at}` };
    const isWrong = hasDefect(citations.wrong_quote_share, 'quote', of);
    const isUnsupported = hasDefect(citations.unsupported_share, 'support', of);
    const sentence = isUnsupported ? (lesson.key_takeaways[at % lesson.key_takeaways.length] ?? quote) : quote;
    return { marker: at + 1, passage_id: id, quote: isWrong ? altered(quote) : quote, sentence };
  });
  const blocks = lesson.content.split(/\n{2,}/);
  const last = blocks.findLastIndex((block) => block.startsWith('#'));
  blocks.splice(last < 0 ? blocks.length : last, 0, ...cited.map(({ sentence, marker }) => `${sentence} [^${marker}]`));
  return {
    ...lesson,
    content: blocks.join('\n\n'),
    citations: cited.map(({ sentence: _said, ...citation }) => citation),
  };
}

const wordsOf = (text: unknown): Set<string> =>
  new Set(
    String(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  );

/** Judges each citation: whether most words of its sentence occur in its quote. */
export function judgeCitations(given: unknown): { marker: number; ok: boolean; reason: string }[] {
  return (Array.isArray(given) ? given : []).filter(isObject).map(({ marker, sentence, quote }) => {
    const [said, there] = [wordsOf(sentence), wordsOf(quote)];
    const shared = [...said].filter((word) => there.has(word)).length;
    const ok = said.size > 0 && shared / said.size >= 0.5;
    return { marker: Number(marker), ok, reason: ok ? '' : 'The quote says nothing of it.' };
  });
}
