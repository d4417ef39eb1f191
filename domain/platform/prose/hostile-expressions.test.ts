import { describe, expect, it } from 'vitest';
import { mendTables } from '#contract/courses/code-in-tables.ts';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { formulasIn, markMaths } from '#contract/courses/lesson-maths.ts';
import { decimalOf } from '#contract/platform/decimal.ts';
import { readingLevel } from '#domain/generation/checks/check-lesson.ts';
import { readMarkdown } from '#domain/sources/reading/read-text.ts';
import { countWords } from '#domain/sources/split-passages.ts';
import { partsOf } from '#domain/translation/courses/markdown-parts.ts';
import { closeNestedFences } from '#contract/courses/nested-fences.ts';
import { leastProcessorMs } from '#ops/testing/processor-time.ts';

/** Processor time of this thread, in ms: an expression that tries every end for every beginning takes many times as long. */
const MOST_MS = 1_000;
const many = (part: string, behind = 'x'): string => `${part.repeat(LESSON_CHARACTERS / part.length)}${behind}`;

describe('a text of a lesson’s length that an expression could try in many ways', () => {
  it.each<[string, () => unknown]>([
    ['digits that are no number', () => decimalOf(many('1'))],
    ['a rule that is none', () => partsOf(`---${many(' ')}`)],
    ['a row of a table that is none', () => partsOf(many(' '))],
    ['the line below the head of a table that is none', () => partsOf(`--${many(' ')}`)],
    ['code in a table that never closes', () => mendTables(`a|b\n-|-\n${many('`a|')}`)],
    ['rows of bars and code', () => mendTables(`a|b\n-|-\n${many('`|`|\n')}`)],
    ['a line below the head of a table that is none', () => mendTables(`\`|\`\n${many('-| ')}`)],
    ['dollar signs', () => formulasIn(many('$5 a'))],
    ['a price without an end', () => formulasIn(`$1${many(' ab;')}`)],
    ['prices', () => formulasIn(many('$1;ab$ '))],
    ['formulas alone on their lines', () => markMaths(many('$$a$$\n'))],
    ['blanks before a formula', () => markMaths(`${many(' ')}$$a`)],
    ['TeX blocks in a list', () => markMaths(many('- \\[a^\\]\n'))],
    ['fences of code that never close', () => markMaths(`$a$\n${many('~~~~\n```\n')}`)],
    ['fences in fences that never close', () => closeNestedFences(many('```md\n```js\n'))],
    ['fences in fences that all close', () => closeNestedFences(many('```md\n```js\n```\n```\n'))],
    ['ends of fences without a beginning', () => closeNestedFences(many('```\n'))],
    ['marks of lists before a fence', () => closeNestedFences(many('> - ', '```'))],
    ['blanks within a heading of a source', () => readMarkdown(`# a${many(' ')}`)],
    ['dots that end no sentence', () => readingLevel(`${'word '.repeat(100)}${many('.')}`, 'english')],
    ['signs that are no word', () => countWords(many('!'))],
  ])('%s', (_, read) => {
    expect(leastProcessorMs(read, MOST_MS)).toBeLessThan(MOST_MS);
  });
});
