const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Returns the finished blocks of a streaming Markdown text. A block is finished when a blank line follows it outside code. Before the first
 * one is, its words so far are returned, so that reading can begin at once.
 */
export function finishedBlocks(markdown: string): string {
  let fence: string | null = null;
  let end = 0;
  let at = 0;
  for (const line of markdown.split('\n').slice(0, -1)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    at += line.length + 1;
    if (fence === null && line.trim() === '' && markdown.slice(0, at).trim() !== '') end = at;
  }
  const finished = markdown.slice(0, end).trimEnd();
  // nothing to read yet if there is only a heading, or the beginning of code or a table
  if (finished !== '' && !/^#{1,6} [^\n]*$/.test(finished)) return finished;
  const rest = markdown.slice(end);
  const isProse = /^(?:[\p{L}"“«¿¡„]|\*\*)/u.test(rest.trimStart());
  const words = isProse ? rest.slice(0, Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('。') + 1, 0)).trim() : '';
  return [finished, words].filter(Boolean).join('\n\n');
}
