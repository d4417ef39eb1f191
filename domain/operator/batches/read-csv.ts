import type { BadRow } from '#contract/operator/batches.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { fieldProblem, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

interface CsvRow {
  readonly line: number;
  readonly text: string;
}

/** As many as a batch has courses: each further one would be answered as a wrong row. */
const MOST_LINES = 20_000;
/** Columns among which the one with the ids is looked for. */
const MOST_COLUMNS = 20;

/**
 * Parses the course ids of a CSV with their lines, and the invalid rows. A header is skipped; the column is `course_id`, else the first.
 * @throws ProductError validation.failed for too many lines
 */
export function readCsv(csv: string): { readonly ids: ReadonlyMap<string, CsvRow>; readonly bad: BadRow[] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, MOST_LINES + 1);
  if (lines.length > MOST_LINES) {
    const problem = fieldProblem('csv', toSentence('Must have at most {n, plural, one {# entry} other {# entries}}.', { n: MOST_LINES }));
    throw new ProductError('validation.failed', problem.words, { data: { errors: [problem] } });
  }
  const head = cellsOf(lines[0] ?? '').map((cell) => cell.toLowerCase());
  const named = head.indexOf('course_id');
  const ids = new Map<string, CsvRow>();
  const bad: BadRow[] = [];
  for (const [index, text] of lines.entries()) {
    const row = { line: index + 1, text: text.slice(0, 200) };
    const id = cellsOf(text)[Math.max(0, named)]?.toLowerCase() ?? '';
    if (text.trim() === '' || (index === 0 && (named >= 0 || id === 'id'))) continue;
    if (!isUuid(id)) bad.push({ ...row, problem: 'not_an_id' });
    else if (ids.has(id)) bad.push({ ...row, problem: 'twice' });
    else ids.set(id, row);
  }
  return { ids, bad };
}

const cellsOf = (line: string): string[] => line.split(/[,;\t]/, MOST_COLUMNS).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));
