import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import 'katex/dist/katex.min.css';

/** How deep and how long a formula may grow before it is shown as it was written. */
const LIMITS = { maxExpand: 200, maxSize: 20 };

/**
 * What reads and draws maths: of a lesson that has some, which is when this file is fetched. Formulas are drawn after everything was
 * sanitised, by a library that takes no HTML, no links and no styles from them.
 */
export const MATHS = {
  remark: [remarkMath],
  rehype: [[rehypeKatex, { trust: false, strict: 'ignore', throwOnError: false, errorColor: 'inherit', ...LIMITS }]],
} satisfies { remark: Options['remarkPlugins']; rehype: Options['rehypePlugins'] };
