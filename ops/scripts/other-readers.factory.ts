import { spawnSync } from 'node:child_process';

/** How to install a missing third-party reader. */
export const HOW_TO_GET = 'EPUBCheck or pdftotext is not installed here: sudo apt-get install epubcheck poppler-utils';

/** Runs a program. @returns its output; null if it is not installed */
function run(program: string, words: readonly string[]): { text: string; isGood: boolean } | null {
  const { error, status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', maxBuffer: 1e8 });
  return error ? null : { text: stdout + stderr, isGood: status === 0 };
}

/** Checks a file with EPUBCheck. @returns its report, and whether it has no errors; null if it is not installed */
export function checkEpub(file: string): { text: string; isGood: boolean } | null {
  // Debian's command is the archive itself, which not every system can start
  const checked = run('java', ['-jar', '/usr/bin/epubcheck', file]);
  return checked?.text.includes('Unable to access jarfile') ? null : checked;
}

/** Extracts the words of a PDF with Poppler. @returns null if it is not installed */
export const wordsOfPdf = (file: string): string | null => run('pdftotext', ['-enc', 'UTF-8', file, '-'])?.text ?? null;
