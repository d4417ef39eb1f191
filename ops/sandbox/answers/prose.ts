/** The prose paragraphs of a Markdown text. */
export const proseOf = (content: string): string[] =>
  content.split(/\n\s*\n/).filter((block) => block.trim() !== '' && !/^\s*([#|>$`]|[-*] |\d+\. )/.test(block));
