import { useEffect, type ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import type { TextLanguage } from '#frontend/lib/course-language.ts';
import { keepTerms } from '#frontend/lib/keep-terms.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { useTitleCount } from '#frontend/lib/title-count.ts';

const Frame = styled('div')(({ theme }) => ({
  maxWidth: 'calc(64rem + 80px)',
  paddingBlock: '8px 48px',
  paddingInline: 16,
  [theme.breakpoints.up('md')]: { paddingBlock: '16px 64px', paddingInline: 40 },
}));
const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 24px',
  paddingBlockEnd: 12,
  marginBlockEnd: 16,
  [theme.breakpoints.up('lg')]: { marginBlockEnd: 28 },
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  // The meter is the rule.
  '&[data-metered]': { paddingBlockEnd: 0, borderBlockEnd: 0 },
}));
const Text = styled('div')({ flex: '1 1 10rem', minWidth: 0, '& p': { margin: 0 } });
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  // a list of modules whose words do not fit breaks them, and does not widen the page
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 24,
  [theme.breakpoints.up('lg')]: { '&[data-aside]': { gridTemplateColumns: '16rem minmax(0, 1fr)', gap: 64 } },
}));

interface ReadingFrameProps {
  readonly courseTitle: string;
  readonly language: TextLanguage;
  /** Where in the course the reader is. */
  readonly place: ReactNode;
  /** The way out. */
  readonly exit: ReactNode;
  /** Across the width, under the heading line. */
  readonly progress?: ReactNode;
  /** Beside the lesson on wide screens, above it on others. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a lesson: what it belongs to above, the way out beside it. */
export function ReadingFrame({ courseTitle, language, place, exit, progress, aside, children }: ReadingFrameProps) {
  return (
    <Frame>
      <Head data-metered={progress === undefined ? undefined : ''}>
        <Text>
          <Typography component="p" variant="h3" {...language}>
            {keepTerms(courseTitle, language.dir)}
          </Typography>
          <Typography component="p" variant="body2" color="textSecondary">
            {place}
          </Typography>
        </Text>
        {exit}
        {progress}
      </Head>
      <Columns data-aside={aside === undefined ? undefined : ''}>
        {aside}
        {children}
      </Columns>
    </Frame>
  );
}

interface LessonHeadingProps {
  readonly title: string;
  readonly courseTitle: string;
  readonly language: TextLanguage;
}

/** The lesson's title: the heading of the screen, which takes the focus on arrival. */
export function LessonHeading({ title, courseTitle, language }: LessonHeadingProps) {
  const heading = useHeadingFocus();
  const ofRun = useTitleCount();
  useEffect(() => {
    document.title = [ofRun, `${title} · ${courseTitle} · ${PRODUCT}`].filter(Boolean).join(' ');
  }, [ofRun, title, courseTitle]);
  return (
    <Typography variant="h1" ref={heading} tabIndex={-1} {...language}>
      {keepTerms(title, language.dir)}
    </Typography>
  );
}

/** Previous and next, at the two ends of a line. */
export const LessonWays = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  marginBlockStart: 40,
  paddingBlockStart: 16,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
}));
