import { citedSentences, MARKER } from '#contract/courses/citation-markers.ts';
import { COURSE_PART_BOUNDS, PRACTICE_BOUNDS } from '#contract/courses/stored-course.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { CitationAnswer } from '#domain/generation/prompts/documents.ts';
import type { FoundPassage } from '#domain/sources/passages.queries.ts';

/** Quotes with fewer words prove nothing. */
const LEAST_WORDS = 4;
/** Maximum citations of one lesson; a course with the most lessons can still store that many in each. */
const MOST_CITATIONS = 25;

/** Normalises a text for comparing quotes: white space, and characters that programs typeset differently. */
const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[‘’‚`´]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Tells whether a text contains a quote word for word: whole words, and enough of them. */
export function containsQuote(quote: string, text: string): boolean {
  const [wanted, there] = [normalised(quote), normalised(text)];
  // scripts without spaces have no word boundaries
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(wanted);
  if (isDense ? wanted.length < LEAST_WORDS * 2 : wanted.split(' ').length < LEAST_WORDS) return false;
  const isWordSign = (sign: string | undefined) => !isDense && sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (let at = there.indexOf(wanted); at >= 0; at = there.indexOf(wanted, at + 1)) {
    const isCut =
      (isWordSign(wanted[0]) && isWordSign(there[at - 1])) || (isWordSign(wanted.at(-1)) && isWordSign(there[at + wanted.length]));
    if (!isCut) return true;
  }
  return false;
}

interface Cited {
  readonly content: string;
  readonly citations?: readonly CitationAnswer[];
}

/** Returns the passage of a citation: the one it names, otherwise the one of the prompt that contains its quote. */
const passageOf = ({ passage_id: id, quote }: CitationAnswer, passages: readonly FoundPassage[]): FoundPassage | undefined =>
  passages.filter(({ text }) => containsQuote(quote, text)).toSorted((a, b) => Number(b.passageId === id) - Number(a.passageId === id))[0];

/** Returns the problems of the citations in a lesson written from passages. Problems that remain are shown to the reader. */
export function checkCitations({ content, citations = [] }: Cited, passages: readonly FoundPassage[]): AnswerProblem[] {
  const marked = citedSentences(content);
  if (marked.size === 0 || citations.length === 0)
    return [problem('no sentence is cited: mark those that rest on <passages>', { keep: 'after_reask' })];
  const lost = citations.filter((citation) => marked.has(citation.marker) && !passageOf(citation, passages)).map(({ marker }) => marker);
  return lost.length === 0
    ? []
    : [problem(`the quotes of citations ${lost.join(', ')} do not stand in their passages word for word`, { keep: 'after_reask' })];
}

/**
 * Returns a lesson's citations for storing, numbered in the order of the text, each with the passage that contains its quote, or none.
 * Markers without a citation are removed, and so are citations without a marker.
 */
export function resolveCitations(
  { content, citations = [] }: Cited,
  passages: readonly FoundPassage[],
): { content: string; citations: Citation[] } {
  const resolved: Citation[] = [];
  const numbers = new Map<number, number>();
  const text = content.replaceAll(MARKER, (_, digits: string) => {
    const written = Number(digits);
    const answer = citations.find(({ marker }) => marker === written);
    if (!answer) return '';
    const known = numbers.get(written);
    if (known !== undefined) return `[^${known}]`;
    if (resolved.length === MOST_CITATIONS) return '';
    const marker = resolved.length + 1;
    numbers.set(written, marker);
    const passage = passageOf(answer, passages);
    resolved.push({
      marker,
      state: passage ? 'unchecked' : 'not_found',
      quote: answer.quote.replaceAll(/\s+/g, ' ').trim().slice(0, PRACTICE_BOUNDS.quote).toWellFormed(),
      passage: passage
        ? {
            source_id: passage.sourceId,
            source_name: passage.sourceName.slice(0, COURSE_PART_BOUNDS.title).toWellFormed(),
            number: passage.number,
            page: passage.page,
          }
        : null,
    });
    return `[^${marker}]`;
  });
  return { content: text, citations: resolved };
}

/**
 * Returns the citations of a corrected text: those whose marker is still there. Their sentences may have changed.
 * @returns also the text without unknown markers, and the number of citations whose sentence differs from before
 */
export function carryCitations(
  before: { content: string; citations: readonly Citation[] },
  content: string,
): { content: string; citations: Citation[]; unjudged: number } {
  const known = new Set(before.citations.map(({ marker }) => marker));
  const text = content.replaceAll(MARKER, (mark, marker: string) => (known.has(Number(marker)) ? mark : ''));
  const [then, now] = [citedSentences(before.content), citedSentences(text)];
  const citations = before.citations.filter(({ marker }) => now.has(marker));
  return {
    content: text,
    citations,
    unjudged: citations.filter(({ marker, passage }) => passage && then.get(marker) !== now.get(marker)).length,
  };
}

/** Tells whether a correction has dropped every marker. */
export const losesAll = (before: readonly Citation[], content: string): boolean =>
  before.length > 0 && carryCitations({ content: '', citations: before }, content).citations.length === 0;
