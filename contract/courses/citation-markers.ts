/** How a citation is marked in a lesson's text. */
export const MARKER = /\[\^(\d{1,3})\]/g;

/** A lesson's text without its marks, for whoever has no use for them. */
export const withoutMarkers = (content: string): string => content.replaceAll(/[ \t]*\[\^\d{1,3}\]/g, '');

/** The text of a lesson for readers who have only its words; what looks like a mark in a lesson without citations is none. */
export const plainContent = ({ content, citations }: { content: string; citations?: readonly unknown[] | undefined }): string =>
  citations ? withoutMarkers(content) : content;

const END_OF_SENTENCE = /(?<=[.!?。！？…]["”’»)\]]{0,2})\s+/u;

/** For each marker of a text the sentence it stands behind, without marks; the first of each number counts. */
export function citedSentences(content: string): Map<number, string> {
  const sentences = new Map<number, string>();
  for (const match of content.matchAll(MARKER)) {
    const line = content.slice(content.lastIndexOf('\n', match.index) + 1, match.index);
    const sentence = withoutMarkers(line).trim().split(END_OF_SENTENCE).at(-1) ?? '';
    const marker = Number(match[1]);
    if (!sentences.has(marker)) sentences.set(marker, sentence.replaceAll(/\s+/g, ' ').trim());
  }
  return sentences;
}
