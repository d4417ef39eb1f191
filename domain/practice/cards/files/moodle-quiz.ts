/** What is looked at: a file's beginning tells what it is. */
const BEGINNING = 50_000;
/** Where an answer of GIFT begins: right and wrong ones, numbers, true and false. */
const ANSWERS = /^\s{0,200}(?:[=~#]|(?:T|F|TRUE|FALSE)\s{0,20}[}#])/;

/** Tells whether a text is a quiz of Moodle, in its XML, GIFT or Aiken: as a table its answers would become nonsense. */
export function isMoodleQuiz(text: string): boolean {
  const beginning = text
    .slice(0, BEGINNING)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (beginning.startsWith('<')) return /<quiz[\s>]/.test(beginning) || /<question\s/.test(beginning);
  const lines = beginning.split('\n').map((line) => line.trim());
  // Aiken: options with letters, and which one is right
  if (lines.some((line, at) => /^ANSWER:\s{0,5}[A-Z]$/.test(line) && /^[A-Z][.)]/.test(lines[at - 1] ?? ''))) return true;
  const answers = beginning
    .replaceAll(/\\[{}~=#:]/g, '')
    .split('{')
    .slice(1)
    .filter((part) => ANSWERS.test(part)).length;
  const isTitled = lines.some((line) => /^::[^:]{1,300}::/.test(line) || line.startsWith('$CATEGORY:'));
  if (isTitled) return answers > 0;
  // without titles: as many answers as paragraphs
  const paragraphs = beginning.split(/\n[ \t]{0,9}\n/).filter((one) => one.trim() !== '' && !one.trimStart().startsWith('//')).length;
  return answers > 0 && answers * 2 >= paragraphs;
}
