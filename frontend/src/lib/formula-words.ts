import { inPlainWords } from '#contract/courses/lesson-maths.ts';
import { isolateLatinTerms } from './latin-terms.ts';

/** A plain text of a course where nothing can be drawn: a label, a name of a page, a drawing. Its formulas lose their signs. */
export const formulaWords = (text: string, dir: 'rtl' | 'ltr' | undefined): string => isolateLatinTerms(inPlainWords(text), dir);
