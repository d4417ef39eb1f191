/**
 * Syntax that affects text beyond its block: definitions of links and footnotes, HTML that a blank line does not end, an indented fence.
 */
const REACHES_FAR = /^ {0,3}\[[^\]\n]+\]:|<(?:[!?]|pre|script|style|textarea)|^ +(?:`{3}|~{3})/im;
const FENCE = /^(`{3,}|~{3,})/;
/** A line that begins a block after a blank line, and does not continue a list. */
const BEGINS_BLOCK = /^[^\s\-*+\d]/;
/** Minimum number of characters of a piece. */
const LEAST = 300;

/** Tells whether a multi-line formula is open at the end of a text. */
const isInFormula = (text: string): boolean =>
  (text.match(/\$\$/g)?.length ?? 0) % 2 === 1 || (text.match(/\\\[/g)?.length ?? 0) !== (text.match(/\\\]/g)?.length ?? 0);

/**
 * Splits a Markdown text between blocks, so that parsing the pieces separately gives the same result. A text with syntax that affects other
 * blocks stays whole.
 */
export function piecesOf(markdown: string): string[] {
  if (markdown.length < 2 * LEAST || REACHES_FAR.test(markdown)) return [markdown];
  const pieces: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const isAfterBlank = lines.at(-1)?.trim() === '';
    if (fence === null && isAfterBlank && length >= LEAST && BEGINS_BLOCK.test(line) && !isInFormula(lines.join('\n'))) {
      pieces.push(lines.join('\n'));
      lines = [];
      length = 0;
    }
    const mark = FENCE.exec(line)?.[1];
    if (fence === null) fence = mark ?? null;
    else if (mark && mark.startsWith(fence) && line.trim() === mark) fence = null;
    lines.push(line);
    length += line.length + 1;
  }
  return [...pieces, lines.join('\n')];
}
