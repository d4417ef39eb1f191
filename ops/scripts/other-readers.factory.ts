import { spawnSync } from 'node:child_process';

/** What to do where a reader that others wrote is missing. */
export const HOW_TO_GET = 'EPUBCheck or pdftotext is not installed here: sudo apt-get install epubcheck poppler-utils';

/** Runs a program. @returns what it prints; null where it is not installed */
function run(program: string, words: readonly string[]): { text: string; isGood: boolean } | null {
  const { error, status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e8 });
  return error ? null : { text: stdout + stderr, isGood: status === 0 };
}

/** Has EPUBCheck judge a file. @returns its report, and whether it has no errors; null where it is not installed */
export function checkEpub(file: string): { text: string; isGood: boolean } | null {
  // Debian's command is the archive itself, which not every system starts
  const checked = run('java', ['-jar', '/usr/bin/epubcheck', file]);
  return checked?.text.includes('Unable to access jarfile') ? null : checked;
}

/** Has Poppler extract the words of a PDF. @returns null where it is not installed */
export const wordsOfPdf = (file: string): string | null => run('pdftotext', ['-enc', 'UTF-8', file, '-'])?.text ?? null;
