/** The marker of a citation in a lesson's text. */
export const MARKER = /\[\^(\d{1,3})\]/g;

/** Removes the citation markers from a lesson's text. */
export const withoutMarkers = (content: string): string => content.replaceAll(/(?<![ \t])[ \t]*\[\^\d{1,3}\]/g, '');

/** Returns the plain text of a lesson. In a lesson without citations, text that looks like a marker is kept. */
export const plainContent = ({ content, citations }: { content: string; citations?: readonly unknown[] | undefined }): string =>
  citations ? withoutMarkers(content) : content;

/** Maximum number of characters before a marker in which the start of its sentence is sought. */
const SENTENCE_LENGTH = 1_000;

const END_OF_SENTENCE = /(?<=[.!?。！？…]["”’»)\]]{0,2})\s+/u;

/** Returns the sentence before each marker of a text, without markers; only the first occurrence of each number counts. */
export function citedSentences(content: string): Map<number, string> {
  const sentences = new Map<number, string>();
  for (const match of content.matchAll(MARKER)) {
    const marker = Number(match[1]);
    if (sentences.has(marker)) continue;
    const before = content.slice(Math.max(0, match.index - SENTENCE_LENGTH), match.index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const sentence = withoutMarkers(line).trim().split(END_OF_SENTENCE).at(-1) ?? '';
    sentences.set(marker, sentence.replaceAll(/\s+/g, ' ').trim());
  }
  return sentences;
}
