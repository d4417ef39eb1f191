/** Tells whether a Markdown block is a paragraph: not a heading, list, table, quotation or code. */
const isProse = (block: string): boolean => block.trim() !== '' && !/^\s*([#|>`$]|[-*] |\d+\. )/.test(block);

/** Returns the prose paragraphs of a Markdown text. */
export const proseOf = (content: string): string[] => content.split(/\n\s*\n/).filter(isProse);

/**
 * Returns the indexes of paragraphs that can take one more sentence: those that end with a sentence and do not introduce a list, table or
 * code.
 * @param until a heading after which there are none
 */
export function openParagraphs(blocks: readonly string[], until: readonly string[]): number[] {
  const end = blocks.findIndex((block) => until.includes(block));
  let isCode = false;
  return blocks.slice(0, end < 0 ? blocks.length : end).flatMap((block, at) => {
    const isInCode = isCode;
    if ((block.match(/^\s*(```|~~~)/gm) ?? []).length % 2 === 1) isCode = !isCode;
    const next = blocks[at + 1] ?? '#';
    const isOpen = !isInCode && isProse(block) && /[.!?。！？।؟][”»」)*_]*$/u.test(block) && (isProse(next) || next.startsWith('#'));
    return isOpen ? [at] : [];
  });
}
