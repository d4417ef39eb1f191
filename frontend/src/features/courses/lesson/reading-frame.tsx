import { useEffect, type ReactNode } from 'react';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { useTitleCount } from '#frontend/lib/title-count.ts';

/** From this width on, contents and notes are shown beside the lesson. */
export const WIDE = '(min-width: 1280px)';

const Frame = styled('div')(({ theme }) => ({
  maxWidth: 'calc(64rem + 80px)',
  paddingBlockEnd: 48,
  paddingInline: 16,
  [theme.breakpoints.up('md')]: { paddingBlockEnd: 64, paddingInline: 40 },
  [`@media ${WIDE}`]: { marginInline: 'auto' },
}));
const Head = styled('header')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: theme.zIndex.appBar,
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 8px',
  // over the whole width, so that no text shows beside it
  marginInline: -16,
  paddingInline: 16,
  paddingBlock: 6,
  marginBlockEnd: 16,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  // The progress meter replaces the rule.
  '&[data-metered]': { paddingBlockEnd: 0, borderBlockEnd: 0 },
  [theme.breakpoints.up('lg')]: { marginBlockEnd: 28, columnGap: 16 },
  // on low screens it would take too much height, so it scrolls with the text
  '@media (max-height: 26em)': { position: 'static' },
  '@media print': { position: 'static' },
}));
const Text = styled('div')(({ theme }) => ({
  flex: '1 1 6rem',
  minWidth: 0,
  '& p': { margin: 0 },
  // its own direction, so that an English title in Arabic is cut off at its end, on the interface's side
  '& p:first-of-type': { textAlign: ['-webkit-match-parent', 'match-parent'] },
  // on a phone the title shares its line with the tools, and the position has one of its own: cut off it says nothing (LRN-02)
  [theme.breakpoints.down('md')]: {
    display: 'contents',
    '& p:first-of-type': { flex: '1 1 4rem', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& p:last-of-type': { flex: '1 0 100%', order: 1 },
  },
}));
const Row = styled('div')({ flex: '1 0 100%', order: 1, '&:empty': { display: 'none' } });
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [`@media ${WIDE}`]: { '&[data-aside]': { gridTemplateColumns: 'minmax(0, 1fr) 20rem', gap: 56 } },
});
const Aside = styled('aside')({
  position: 'sticky',
  insetBlockStart: 92,
  alignSelf: 'start',
  boxSizing: 'border-box',
  maxHeight: 'calc(100dvh - 108px)',
  overflowY: 'auto',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 28,
  '@media print': { display: 'none' },
});

/** Print styles: the lesson alone, black on white. */
const PRINT = {
  '@media print': {
    'body, body *': { color: '#000 !important', backgroundColor: 'transparent !important' },
    body: { backgroundColor: '#fff !important' },
    '#root nav, #root button, [data-no-print], [data-run-chip], header:not(:has([data-print]))': { display: 'none !important' },
    'h1, h2, h3, h4, h5': { breakAfter: 'avoid' },
    'figure, table, pre, blockquote, li': { breakInside: 'avoid' },
    'a[href^="https:"]::after': { content: '" (" attr(href) ")"', fontSize: '0.85em' },
  },
} as const;

interface ReadingFrameProps {
  readonly courseTitle: string;
  readonly language: TextLanguage;
  /** The reader's position in the course. */
  readonly place: ReactNode;
  /** Tools for reading. */
  readonly tools?: ReactNode;
  /** The exit button. */
  readonly exit: ReactNode;
  /** Across the width, below the header line. */
  readonly progress?: ReactNode;
  /** Beside the lesson on wide screens; on others it is in a drawer of `tools`. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a lesson: course, position and progress stay above it, with the exit button beside them. */
export function ReadingFrame({ courseTitle, language, place, tools, exit, progress, aside, children }: ReadingFrameProps) {
  return (
    <Frame>
      <GlobalStyles styles={PRINT} />
      <Head data-metered={progress === undefined ? undefined : ''}>
        <Text data-print="">
          <Typography component="p" variant="h3" {...language}>
            {isolateLatinTerms(courseTitle, language.dir)}
          </Typography>
          <Typography component="p" variant="body2" color="textSecondary">
            {place}
          </Typography>
        </Text>
        {tools}
        {exit}
        {progress !== undefined && <Row>{progress}</Row>}
      </Head>
      <Columns data-aside={aside ? '' : undefined}>
        {children}
        {aside && <Aside>{aside}</Aside>}
      </Columns>
    </Frame>
  );
}

interface LessonHeadingProps {
  readonly title: string;
  readonly courseTitle: string;
  readonly language: TextLanguage;
}

/** The lesson's title: the heading of the screen, which takes the focus after navigation. */
export function LessonHeading({ title, courseTitle, language }: LessonHeadingProps) {
  const heading = useHeadingFocus();
  const ofRun = useTitleCount();
  useEffect(() => {
    document.title = [ofRun, `${title} · ${courseTitle} · ${PRODUCT}`].filter(Boolean).join(' ');
  }, [ofRun, title, courseTitle]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} {...language}>
      {isolateLatinTerms(title, language.dir)}
    </Typography>
  );
}

/** Links to the previous and next lesson, at the two ends of a line. */
export const LessonNavigation = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  marginBlockStart: 40,
  paddingBlockStart: 16,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
}));
