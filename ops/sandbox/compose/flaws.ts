import type { Book } from '../language/book.ts';
import { allBooks } from '../language/read-book.ts';
import type { Course } from './course.ts';
import { unescapeMarkdown } from './markdown-escapes.ts';

export type FlawKind = 'language' | 'age' | 'unsafe';
export interface Flaw {
  kind: FlawKind;
  /** The words of the text that show it. */
  quote: string;
}

/** In a child's lesson, sentences of this many words on average are too hard. */
const HARD_SENTENCE = 17;
/** Minimum share of letters in the language's own script. */
const OWN_SCRIPT = 0.3;
const QUOTE_CHARACTERS = 70;
const LONGEST_QUOTE = 90;

/** The number of letters in a text that indicate a language. */
const lettersOf = (text: string, marks: RegExp): number => text.match(marks)?.join('').length ?? 0;

/** The beginning of a passage without quotation marks, as quoted in a finding. */
export function quoteOf(passage: string): string {
  const plain = unescapeMarkdown(passage)
    .replace(/[“”"«»„「」]/g, '')
    .trim();
  return plain.length <= QUOTE_CHARACTERS
    ? plain
    : plain
        .slice(0, QUOTE_CHARACTERS)
        .replace(/\s\S*$/, '')
        .trim();
}

/** The words a finding quotes, in any language's quotation marks; empty when there are none. */
export const quotedIn = (finding: string): string =>
  new RegExp(`[“«„「『"]([^”»“"」』]{4,${LONGEST_QUOTE}})[”»“"」』]`).exec(finding)?.[1]?.trim() ?? '';

/** The prose paragraphs of a Markdown text. */
export function proseOf(content: string): string[] {
  return content.split(/\n\s*\n/).filter((block) => block.trim() !== '' && !/^\s*([#|]|[-*] |\d+\. )/.test(block));
}

/** Whether another language is more frequent in the text; or, for a language with its own script, most of it is in another script. */
function isForeign(book: Book, content: string): boolean {
  const own = lettersOf(content, book.marks);
  if (book.marks.source.includes('Script=') && own < lettersOf(content, /\p{L}/gu) * OWN_SCRIPT) return true;
  return allBooks().some((other) => other !== book && lettersOf(content, other.marks) > own * 1.4 + 20);
}

/** Finds a lesson's flaws: the wrong language, words too hard for a child, a passage unsuitable for minors. */
export function findFlaws({ book, brief }: Course, content: string): Flaw[] {
  if (content.trim() === '') return [];
  const flaws: Flaw[] = [];
  const prose = proseOf(content);
  const first = quoteOf(prose[0] ?? content);
  if (isForeign(book, content)) flaws.push({ kind: 'language', quote: first });
  const unsafe = allBooks().find((other) => content.includes(other.unsafe));
  if (unsafe) flaws.push({ kind: 'unsafe', quote: quoteOf(unsafe.unsafe) });
  if (brief.voice === 'plain' && brief.isChild && book.space !== '') {
    const sentences = prose
      .join(' ')
      .split(/[.!?।؟]+\s/)
      .map((sentence) => sentence.split(/\s+/).length);
    const average = sentences.reduce((sum, words) => sum + words, 0) / Math.max(1, sentences.length);
    if (average > HARD_SENTENCE) flaws.push({ kind: 'age', quote: first });
  }
  return flaws;
}
