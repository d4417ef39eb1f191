import { Fragment, memo, startTransition, useEffect, useMemo, useState, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import Markdown, { type Components } from 'react-markdown';
import { mendTables } from '#contract/courses/code-in-tables.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, READING_MEASURE } from '#frontend/theme/tokens.ts';
import { citationMarks, markerIn } from './citation-marks.ts';
import { CodeBlock } from './code-block.tsx';
import { Diagram } from './diagram.tsx';
import { syntaxIn, type MathsSyntax } from './lesson-syntax.ts';
import { Picture } from './picture.tsx';
import { PROSE_OF_PARTS } from './prose-of-parts.ts';
import { sectionsOf } from './sections.ts';

/** The styles of a lesson's text. */
export const Prose = styled('div')(({ theme }) => {
  const { palette } = theme.vars;
  return {
    // the reader's preference (reading-preferences.ts)
    maxWidth: `var(--reading-measure, ${READING_MEASURE})`,
    fontFamily: FONTS.reading,
    fontSize: 'var(--reading-size, 1.0625rem)',
    lineHeight: 'var(--reading-leading, 1.65)',
    overflowWrap: 'anywhere',
    // the first element alone, also where it is not the first heading
    '&& > :not(* ~ *)': { marginBlockStart: 0 },
    '& h3': { ...theme.typography.h2, fontFamily: FONTS.reading, margin: '2em 0 0.5em' },
    '& h4, & h5, & h6': { ...theme.typography.h3, fontFamily: FONTS.reading, margin: '1.75em 0 0.5em' },
    '& p, & ul, & ol, & blockquote, & pre, & [data-table]': { margin: '0 0 var(--reading-spacing, 1.1em)' },
    '& ul, & ol': { paddingInlineStart: '1.5em' },
    '& li': { marginBlockEnd: '0.35em' },
    '& [data-box]': {
      display: 'inline-block',
      width: '0.7em',
      height: '0.7em',
      // It hangs where other items have their bullets.
      marginInline: '-1.2em 0.35em',
      border: `2px solid ${palette.text.primary}`,
      '&[data-checked]': { backgroundColor: palette.text.primary },
    },
    '& .task-list-item': { listStyle: 'none' },
    '& li > p': { marginBlockEnd: '0.35em' },
    '& blockquote': { paddingInlineStart: 16, borderInlineStart: `3px solid ${palette.line.waiting}`, color: palette.text.secondary },
    '& a': { color: palette.primary.main, textUnderlineOffset: '0.2em' },
    '& code': {
      fontSize: '0.9em',
      backgroundColor: palette.background.sunken,
      paddingInline: 3,
      // Also in right-to-left languages.
      direction: 'ltr',
      unicodeBidi: 'isolate',
    },
    '& pre': {
      padding: '12px 16px',
      overflowX: 'auto',
      lineHeight: 1.5,
      backgroundColor: palette.background.sunken,
      borderBlock: `1px solid ${palette.line.hairline}`,
      direction: 'ltr',
      textAlign: 'start',
    },
    '& pre code': { padding: 0, backgroundColor: 'transparent', overflowWrap: 'normal' },
    '& [data-table]': { overflowX: 'auto' },
    '& table': { borderCollapse: 'collapse', ...theme.typography.body2, fontFamily: FONTS.ui, overflowWrap: 'normal' },
    '& th': { textAlign: 'start', borderBlockEnd: `2px solid ${palette.text.primary}`, paddingBlock: 6, paddingInline: '0 16px' },
    '& td': { borderBlockEnd: `1px solid ${palette.line.hairline}`, paddingBlock: 6, paddingInline: '0 16px', verticalAlign: 'top' },
    ...PROSE_OF_PARTS(theme),
    '& hr': { border: 0, borderBlockStart: `1px solid ${palette.line.hairline}`, marginBlock: '2em' },
  };
});

/** Headings in a lesson's text are below the lesson's own heading. */
const heading = (Level: 'h3' | 'h4' | 'h5' | 'h6') =>
  function LessonHeading({ children }: ComponentPropsWithoutRef<'h3'>) {
    return <Level>{children}</Level>;
  };

const isSafeHref = (href: string | undefined): href is string => href !== undefined && /^(https:|mailto:)/i.test(href);

/** Elements that need more than their own tag. Each drops the syntax node react-markdown passes along. */
export const LESSON_PARTS: Components = {
  h1: heading('h3'),
  h2: heading('h3'),
  h3: heading('h4'),
  h4: heading('h5'),
  h5: heading('h6'),
  h6: heading('h6'),
  a: ({ href, children, ...mark }) => {
    // a footnote stands below its text: its number needs no link there, nor a sign back
    if ('data-footnote-backref' in mark) return null;
    if ('data-footnote-ref' in mark) return <span data-footnote-ref="">{children}</span>;
    return isSafeHref(href) ? (
      <a href={href} rel="noopener noreferrer" target={/^https:/i.test(href) ? '_blank' : undefined}>
        {children}
      </a>
    ) : (
      <>{children}</>
    );
  },
  input: ({ checked }) => (
    <span role="img" data-box="" data-checked={checked ? '' : undefined} aria-label={checked ? t('done') : t('to do')} />
  ),
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  table: ({ children }) => (
    <div data-table="" role="region" aria-label={t('Table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children, node }) => {
    const code = node?.children[0];
    if (code?.type !== 'element' || code.tagName !== 'code') return <pre tabIndex={0}>{children}</pre>;
    const classes = [code.properties['className']].flat();
    const language = String(classes.find((name) => String(name).startsWith('language-')) ?? '').slice('language-'.length);
    const text = code.children.map((part) => (part.type === 'text' ? part.value : '')).join('');
    const source = text.replace(/\n$/, '');
    return language === 'mermaid' ? <Diagram source={source} /> : <CodeBlock code={source} language={language} />;
  },
};

interface LessonMarkdownProps {
  readonly children: string;
  readonly lang?: string;
  readonly dir?: 'rtl' | 'ltr';
  /** Renders a citation mark; without it marks stay as written. */
  readonly cite?: ((marker: number) => ReactNode) | undefined;
}

/** The components for a text with citations. */
function partsWith(cite: (marker: number) => ReactNode): Components {
  const { a: Link } = LESSON_PARTS;
  return {
    ...LESSON_PARTS,
    a: (props) => {
      const marker = markerIn(props.href);
      if (marker !== null) return <>{cite(marker)}</>;
      return typeof Link === 'function' ? <Link {...props} /> : <>{props.children}</>;
    },
  };
}

let loadedMaths: MathsSyntax | null = null;

/** Loads the maths plugins once a text contains maths; null until they have loaded. */
function useMaths(isNeeded: boolean): MathsSyntax | null {
  const [maths, setMaths] = useState(loadedMaths);
  useEffect(() => {
    if (!isNeeded || maths) return;
    let isGone = false;
    const load = async () => {
      loadedMaths = (await import('./lesson-maths.ts')).MATHS;
      if (!isGone) startTransition(() => setMaths(loadedMaths));
    };
    void load().catch(() => undefined); // formulas are shown as source
    return () => void (isGone = true);
  }, [isNeeded, maths]);
  return isNeeded ? maths : null;
}

interface SectionProps {
  readonly children: string;
  readonly dir: 'rtl' | 'ltr' | undefined;
  readonly maths: MathsSyntax | null;
  readonly hasCitations: boolean;
  readonly parts: Components;
}

/** A section of a text. Parsed again only when it changes: a screen renders often, and parsing takes longer than all else. */
const Section = memo(function Section({ children, dir, maths, hasCitations, parts }: SectionProps) {
  const syntax = syntaxIn(dir, maths);
  return (
    <Markdown
      {...syntax}
      remarkPlugins={hasCitations ? [...(syntax.remarkPlugins ?? []), citationMarks] : syntax.remarkPlugins}
      components={parts}
    >
      {children}
    </Markdown>
  );
});

/**
 * Renders a lesson's text: Markdown written by a model, so it is untrusted. HTML is shown as text; only pictures of this product are loaded,
 * only https and mailto links work. Highlighting, maths and diagrams load when a text contains them; until then their source is shown.
 * Each section is parsed by itself, so that a change of one does not parse the others again.
 */
export function LessonMarkdown({ children, lang, dir, cite }: LessonMarkdownProps) {
  const sections = useMemo(() => sectionsOf(mendTables(children)).map((source) => ({ source, ...markMaths(source) })), [children]);
  const maths = useMaths(sections.some(({ hasMaths }) => hasMaths));
  const parts = useMemo(() => (cite ? partsWith(cite) : LESSON_PARTS), [cite]);
  return (
    <Prose lang={lang} dir={dir}>
      {sections.map(({ source, markdown, hasMaths }, at) => (
        <Fragment key={at}>
          {at > 0 && '\n'}
          <Section dir={dir} maths={hasMaths ? maths : null} hasCitations={cite !== undefined} parts={parts}>
            {hasMaths && maths ? markdown : source}
          </Section>
        </Fragment>
      ))}
    </Prose>
  );
}
