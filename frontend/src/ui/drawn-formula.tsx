import katex from 'katex';
import 'katex/dist/katex.min.css';

/** It accepts no HTML, links or styles from a formula; larger ones are shown as source. */
const SAFE = { trust: false, strict: 'ignore', throwOnError: false, errorColor: 'inherit', maxExpand: 200, maxSize: 20 } as const;

/** A drawn formula within a line. KaTeX escapes what it is given. */
export default function DrawnFormula({ tex }: { readonly tex: string }) {
  return <span dir="ltr" dangerouslySetInnerHTML={{ __html: katex.renderToString(tex, SAFE) }} />;
}
