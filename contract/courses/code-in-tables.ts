/** A code span, and a vertical bar that is not escaped. */
const SPAN = /(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;
const BAR = /(?<!\\)\|/g;
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
const DELIMITERS = /^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$/;

/** Returns the number of cells of a row; too high if the row has unescaped bars in code. */
function cellsIn(row: string): number {
  const inner = row.replace(/^[ \t>]*\|?/, '').replace(/(?<!\\)\|[ \t]*$/, '');
  return (inner.match(BAR)?.length ?? 0) + 1;
}

/**
 * Escapes vertical bars in code within a table. Markdown ends a cell at each bar, and models write `a|b` within one cell. Only rows with
 * more cells than their table are changed.
 */
export function mendTables(markdown: string): string {
  if (!/`[^`\n]*\|/.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  let fence: string | null = null;
  let columns = 0;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    if (fence !== null || !line.includes('|')) columns = 0;
    else if (columns > 0) lines[at] = mendedRow(line, columns);
    else if (DELIMITERS.test(line) && at > 0) {
      columns = cellsIn(line);
      lines[at - 1] = mendedRow(lines[at - 1]!, columns);
    }
  }
  return lines.join('\n');
}

function mendedRow(row: string, columns: number): string {
  if (cellsIn(row) <= columns || !row.includes('`')) return row;
  const mended = row.replaceAll(SPAN, (span) => span.replaceAll(BAR, '\\|'));
  return cellsIn(mended) <= columns ? mended : row;
}
