import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Limits for KaTeX, which accepts no HTML, links or styles from a formula; larger formulas are shown as source. */
const SAFE = { trust: false, strict: 'ignore', throwOnError: false, errorColor: 'inherit', maxExpand: 200, maxSize: 20 } as const;

/** A drawn formula within a line. KaTeX escapes its input. */
export default function DrawnFormula({ tex }: { readonly tex: string }) {
  return <span dir="ltr" dangerouslySetInnerHTML={{ __html: katex.renderToString(tex, SAFE) }} />;
}
