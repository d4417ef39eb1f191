import type { Options } from 'react-markdown';
import rehypeKatex from 'rehype-katex';
import remarkMath from 'remark-math';
import 'katex/dist/katex.min.css';
import { LESSON_SYNTAX_OPTIONS } from '#contract/courses/lesson-syntax.ts';

/** Maximum macro expansion and size of a formula; larger formulas are shown as source. */
const LIMITS = { maxExpand: 200, maxSize: 20 };

/**
 * Parses and renders maths; loaded when a lesson contains some. Formulas are rendered after sanitising, by a library that accepts no HTML,
 * links or styles from them.
 */
export const MATHS = {
  remark: [[remarkMath, LESSON_SYNTAX_OPTIONS.math]],
  rehype: [[rehypeKatex, { trust: false, strict: 'ignore', throwOnError: false, errorColor: 'inherit', ...LIMITS }]],
} satisfies { remark: Options['remarkPlugins']; rehype: Options['rehypePlugins'] };
