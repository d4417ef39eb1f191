import { lazy, Suspense } from 'react';
import { formulasIn } from '#contract/courses/lesson-maths.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

// contains KaTeX, so only texts with formulas load it
const DrawnFormula = lazy(() => import('./drawn-formula.tsx'));

interface FormulaTextProps {
  readonly text: string;
  /** Direction of the text, or 'rtl' where its first letter decides. */
  readonly dir: 'rtl' | 'ltr' | undefined;
}

/** Plain text of a course with its formulas drawn: a title, a question, an option. */
export function FormulaText({ text, dir }: FormulaTextProps) {
  return formulasIn(text).map(({ text: piece, isFormula }, at) =>
    isFormula ? (
      <Suspense key={at} fallback="…">
        <DrawnFormula tex={piece} />
      </Suspense>
    ) : (
      isolateLatinTerms(piece, dir)
    ),
  );
}

/** Text in its own direction, with its line breaks and formulas: a side of a flash card, a preview. */
export const CardText = ({ text }: { readonly text: string }) => (
  <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    <FormulaText text={text} dir="rtl" />
  </span>
);
