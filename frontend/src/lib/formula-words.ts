import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { isolateLatinTerms } from './latin-terms.ts';

/** Plain text of a course for places that cannot draw formulas, such as labels, page names and drawings: formulas lose their delimiters. */
export const formulaWords = (text: string, dir: 'rtl' | 'ltr' | undefined): string => isolateLatinTerms(inPlainWords(text), dir);
