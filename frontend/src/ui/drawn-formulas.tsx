import katex from 'katex';
import 'katex/dist/katex.min.css';
import { CARD_FORMULA } from '#contract/practice/card-formula.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

/** It accepts no HTML, links or styles from a formula; larger ones are shown as source. */
const SAFE = { trust: false, strict: 'ignore', throwOnError: false, errorColor: 'inherit', maxExpand: 200, maxSize: 20 } as const;

/** Text whose formulas are drawn. */
export default function DrawnFormulas({ text }: { readonly text: string }) {
  return (
    <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text.split(CARD_FORMULA).map((part, at) =>
        at % 2 === 0 ? (
          isolateLatinTerms(part, 'rtl')
        ) : (
          // KaTeX escapes what it is given
          <span key={at} dir="ltr" dangerouslySetInnerHTML={{ __html: katex.renderToString(part, SAFE) }} />
        ),
      )}
    </span>
  );
}
