/** Signs that mean something within a line; `$` begins maths, an entity is read as its character. */
const WITHIN = /[\\`*_[\]<~$]|&(?=#?\w+;)/g;
/** What makes a line a heading, an item, a quotation, a fence or a rule; and what a heading swallows at its end. */
const AT_START = /^([^\S\n]*)(?:(#{1,6}(?=\s|$)|[-+=>](?=[\s=>-]|$))|(\d{1,9})(?=[.)](?:\s|$)))/gm;
const AT_END = /(?<=\s)#+\s*$/gm;

/** Writes a plain text so that Markdown shows it as it is. Lines stay lines; leading and trailing blanks are cut. */
export function escapeMarkdown(text: string): string {
  return text
    .trim()
    .replaceAll(WITHIN, String.raw`\$&`)
    .replaceAll(AT_END, String.raw`\$&`)
    .replaceAll(AT_START, (_, blanks: string, sign?: string, number?: string) =>
      number === undefined ? `${blanks}\\${sign}` : `${blanks}${number}\\`,
    );
}
