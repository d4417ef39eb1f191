import { Fragment, lazy, Suspense, type ReactNode } from 'react';
import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

// contains KaTeX, so only texts with formulas load it
const DrawnFormula = lazy(() => import('./drawn-formula.tsx'));

interface FormulaTextProps {
  readonly text: string;
  /** Direction of the text, or 'rtl' where its first letter decides. */
  readonly dir: 'rtl' | 'ltr' | undefined;
  /** Sets the words between formulas; default: as they are. */
  readonly wordsAs?: (words: string) => ReactNode;
}

/** Plain text of a course with its formulas drawn: a title, a question, an option. */
export function FormulaText({ text, dir, wordsAs }: FormulaTextProps) {
  return formulasIn(text).map(({ text: piece, isFormula }, at) =>
    isFormula ? (
      <Suspense key={at} fallback="…">
        <DrawnFormula tex={piece} />
      </Suspense>
    ) : (
      <Fragment key={at}>{wordsAs ? wordsAs(piece) : isolateLatinTerms(piece, dir)}</Fragment>
    ),
  );
}

/** Words with their code between backticks set as code, which reads from left to right. */
const withCode = (words: string) =>
  words.split(/(`[^`\n]+`)/).map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} dir="ltr">
        {part.slice(1, -1)}
      </code>
    ) : (
      <Fragment key={at}>{isolateLatinTerms(part, 'rtl')}</Fragment>
    ),
  );

/** Text in its own direction, with its line breaks, formulas and code: a side of a flash card, a preview. */
export const CardText = ({ text }: { readonly text: string }) => (
  <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    <FormulaText text={text} dir="rtl" wordsAs={withCode} />
  </span>
);
