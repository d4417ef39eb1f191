import { Fragment, memo, startTransition, useEffect, useMemo, useState, type ComponentPropsWithoutRef, type ReactNode } from 'react';
import { styled, type Theme } from '@mui/material/styles';
import Markdown, { type Components } from 'react-markdown';
import { mendTables } from '#contract/courses/code-in-tables.ts';
import { markMaths } from '#contract/courses/lesson-maths.ts';
import { piecesOf } from '#contract/courses/text-pieces.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS, READING_MEASURE, RADIUS } from '#frontend/theme/tokens.ts';
import { Diagram } from './diagram.tsx';
import type { CodeToken } from './highlight-code.ts';
import { syntaxIn, type MathsSyntax } from './lesson-syntax.ts';
import { useCopied } from './use-copied.ts';

/** Longer code is not highlighted, because that would block the page. */
const LONGEST_COLOURED = 20_000;

interface CodeBlockProps {
  readonly code: string;
  /** The language named in the lesson; empty if none is named. */
  readonly language: string;
}

/** The styles of code, diagrams, pictures and formulas, and of highlights in a text. Code colours come from the scheme. */
const PROSE_OF_PARTS = ({ vars: { palette }, typography }: Theme) => ({
  '--code-foreground': palette.text.primary,
  '--code-token-constant': palette.secondary.main,
  '--code-token-string': palette.success.main,
  '--code-token-string-expression': palette.success.main,
  '--code-token-comment': palette.text.secondary,
  '--code-token-keyword': palette.primary.main,
  '--code-token-parameter': palette.text.primary,
  '--code-token-function': palette.info.main,
  '--code-token-punctuation': palette.text.primary,
  '--code-token-link': palette.info.main,
  '& [data-code]': {
    margin: '0 0 1.1em',
    backgroundColor: palette.background.sunken,
    borderBlock: `1px solid ${palette.line.hairline}`,
    direction: 'ltr' as const,
    '& > div': {
      ...typography.caption,
      fontFamily: FONTS.ui,
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'center',
      paddingInline: '16px 4px',
      color: palette.text.secondary,
    },
    '& button': {
      ...typography.caption,
      minWidth: 44,
      minHeight: 32,
      padding: '4px 12px',
      border: 0,
      background: 'none',
      color: palette.primary.main,
      cursor: 'pointer',
      '@media (pointer: coarse)': { minHeight: 44 },
    },
    '& pre': { margin: 0, border: 0, paddingBlockStart: 0 },
  },
  '& [data-diagram]': {
    margin: '0 0 1.4em',
    '& img': { display: 'block', maxWidth: '100%', height: 'auto', borderRadius: 0 },
  },
  '& img': { maxWidth: '100%', height: 'auto', borderRadius: RADIUS.control },
  // as with covers, a pale figure must not glare on a dark page; diagrams have the scheme's colours
  '[data-scheme="dark"] & :not([data-diagram]) > img': { filter: 'brightness(0.85)' },
  '& .katex': { fontSize: '1.1em', direction: 'ltr' as const },
  // a formula wider than the text scrolls in its own box, not with the page
  '& .katex-display, & p:has(> .katex)': { overflowX: 'auto' as const, overflowY: 'hidden' as const },
  '& .katex-display': { paddingBlock: 4 },
  '@media print': { '& [data-code] > div, & [data-diagram] button': { display: 'none' }, '& pre': { whiteSpace: 'pre-wrap' as const } },
});

/** The common fields of the syntax trees' nodes. */
interface Part {
  readonly type: string;
  value?: string;
  url?: string;
  children?: Part[];
}

const ADDRESS = '#citation-';

/** The citation number in a link; null for any other link. */
const markerIn = (href: string | undefined): number | null => (href?.startsWith(ADDRESS) ? Number(href.slice(ADDRESS.length)) : null);

/** Whether a picture belongs to this product: a path of its own, or a data URL. */
const isOwn = (src: string): boolean => /^\/(?![/\\])/.test(src);

interface PictureProps {
  readonly src: string;
  readonly alt: string;
}

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
    // only the first element, even if it is not the first heading
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
      // hangs where other items have their bullets
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
      // also in right-to-left languages
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

/** Elements that need more than their own tag. Each drops the syntax node that react-markdown passes along. */
export const LESSON_PARTS: Components = {
  h1: heading('h3'),
  h2: heading('h3'),
  h3: heading('h4'),
  h4: heading('h5'),
  h5: heading('h6'),
  h6: heading('h6'),
  a: ({ href, children, ...mark }) => {
    // a footnote stands below its text, so its number needs no link there and the footnote no link back
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
  /** Renders a citation mark; without it, marks stay as written. */
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

/** Loads the maths plugins once a text contains maths; null until they are loaded. */
function useMaths(isNeeded: boolean): MathsSyntax | null {
  const [maths, setMaths] = useState(loadedMaths);
  useEffect(() => {
    if (!isNeeded || maths) return;
    let isGone = false;
    const load = async () => {
      loadedMaths = (await import('./lesson-maths.ts')).MATHS;
      if (!isGone) startTransition(() => setMaths(loadedMaths));
    };
    void load().catch(() => undefined); // on failure, formulas stay as source
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

/** A section of a text, parsed again only when it changes: a screen renders often, and parsing takes longer than everything else. */
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
 * Renders a lesson's text: Markdown written by a model, so it is untrusted. HTML is shown as text; only pictures of this product are
 * loaded, and only https and mailto links work. Highlighting, maths and diagrams load when a text contains them; until then their source is
 * shown. Each section is parsed separately, so that a change in one does not parse the others again.
 */
export function LessonMarkdown({ children, lang, dir, cite }: LessonMarkdownProps) {
  const sections = useMemo(() => piecesOf(mendTables(children)).map((source) => ({ source, ...markMaths(source) })), [children]);
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

/** A picture in a lesson. Other servers would learn who reads what and when, so an external picture becomes a link that names its host. */
function Picture({ src, alt }: PictureProps) {
  if (isOwn(src)) return <img src={src} alt={alt} loading="lazy" decoding="async" />;
  const words = alt === '' ? t('Picture') : t('Picture: {alt}', { alt });
  const host = /^https:\/\/([^/?#@\s]+)/i.exec(src)?.[1];
  if (host === undefined) return alt === '' ? null : <em data-unread="">{words}</em>;
  return (
    <a data-unread="" href={src} rel="noopener noreferrer" target="_blank">
      {t('{words} (opens {host})', { words, host })}
    </a>
  );
}

/** Turns marks such as `[^1]` into links that are rendered as citations. Code stays unchanged. */
function citationMarks() {
  return function mark(part: Part): void {
    part.children = part.children?.flatMap((child) => {
      if (child.type !== 'text' || child.value === undefined) {
        mark(child);
        return [child];
      }
      return child.value.split(/(\[\^\d{1,3}\])/).flatMap((text): Part[] => {
        const marker = /^\[\^(\d{1,3})\]$/.exec(text)?.[1];
        if (marker) return [{ type: 'link', url: `${ADDRESS}${marker}`, children: [{ type: 'text', value: marker }] }];
        return text === '' ? [] : [{ type: 'text', value: text }];
      });
    });
  };
}

/** A code block with a copy button: readable at once, highlighted when its grammar has loaded. */
function CodeBlock({ code, language }: CodeBlockProps) {
  const [lines, setLines] = useState<CodeToken[][] | null>(null);
  const { isCopied, copy } = useCopied();
  useEffect(() => {
    if (language === '' || code.length > LONGEST_COLOURED) return;
    let isGone = false;
    import('./highlight-code.ts')
      .then(({ highlightCode }) => highlightCode(code, language))
      .then(
        (coloured) => isGone || setLines(coloured),
        () => undefined, // on failure, the code stays without highlighting
      );
    return () => void (isGone = true);
  }, [code, language]);
  return (
    <div data-code="">
      <div data-unread="">
        <span>{language}</span>
        <button type="button" onClick={() => copy(code)}>
          {isCopied ? t('Copied') : t('Copy')}
        </button>
      </div>
      <pre tabIndex={0} role="region" aria-label={language === '' ? t('Code') : t('Code in {language}', { language })}>
        <code>
          {lines === null
            ? code
            : lines.map((line, index) => (
                <span key={index}>
                  {line.map(({ content, color }, at) => (
                    <span key={at} style={{ color }}>
                      {content}
                    </span>
                  ))}
                  {index < lines.length - 1 && '\n'}
                </span>
              ))}
        </code>
      </pre>
    </div>
  );
}
