import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled, type Theme } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { readingStyle, useReadingPreferences } from '#frontend/features/courses/reading/reading-preferences.ts';
import { COLUMNS_FROM_PX, CONTENTS_PX, GUTTER_PX, PAGE_PX } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';

/** From this width on, contents and notes are shown beside the lesson. */
export const WIDE = `(min-width: ${COLUMNS_FROM_PX}px)`;
/** Height of the bar above the lesson and its columns. */
const BAR_PX = 64;
/** Width of the mentor beside a lesson, and the minimum window width for the contents to fit there too. */
const MENTOR_PX = 380;
const CONTENTS_BESIDE_MENTOR_PX = 1360;

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  '& > div': {
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: '4px 8px',
    maxWidth: PAGE_PX + 2 * GUTTER_PX.wide,
    marginInline: 'auto',
    paddingBlock: 4,
    paddingInline: GUTTER_PX.phone,
    [theme.breakpoints.up('md')]: { paddingBlock: 6, paddingInline: GUTTER_PX.wide },
    [`@media ${WIDE}`]: { minHeight: BAR_PX - 1 },
  },
  // on low screens the bar would take too much height, so it scrolls with the text
  '@media (max-height: 26em)': { position: 'static' },
  '@media print': { position: 'static' },
}));
/**
 * The lesson with the mentor beside it: the text keeps its line length, and contents and companion make room. The companion is hidden, not
 * unmounted, so that audio in it continues.
 */
const Beside = styled('div')({
  [`@media ${WIDE}`]: {
    '&[data-mentor]': { display: 'grid', gridTemplateColumns: `minmax(0, 1fr) ${MENTOR_PX}px` },
    '&[data-mentor] > [data-no-print]': { position: 'sticky', insetBlockStart: BAR_PX, alignSelf: 'start' },
    '&[data-mentor] [data-columns] > aside': { display: 'none' },
    '&[data-mentor] [data-columns]': { gridTemplateColumns: `${CONTENTS_PX}px minmax(0, 1fr)` },
  },
  [`@media ${WIDE} and (width < ${CONTENTS_BESIDE_MENTOR_PX}px)`]: {
    '&[data-mentor] [data-columns] > nav': { display: 'none' },
    '&[data-mentor] [data-columns]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});
// its own direction, so that an English title in Arabic is cut off at its end, on the interface's side
const TITLE = { textAlign: ['-webkit-match-parent', 'match-parent'] } as const;

/** Print styles: the lesson alone, black on white. */
const PRINT = {
  '@media print': {
    'body, body *': { color: '#000 !important', backgroundColor: 'transparent !important' },
    body: { backgroundColor: '#fff !important' },
    '#root nav, #root aside, #root button, [data-no-print], [data-run-chip], header:not(:has([data-print]))': {
      display: 'none !important',
    },
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
  /** Full width, below the bar's line. */
  readonly progress?: ReactNode;
  /** Identifies the lesson; when it changes, the heading takes the focus. */
  readonly lessonKey: string;
  readonly title: string;
  /** Language of the title if it differs from the course's. */
  readonly titleLanguage?: TextLanguage;
  /** How long it takes, and who wrote it. */
  readonly byline?: ReactNode;
  /** The menu of the lesson. */
  readonly menu?: ReactNode;
  /** Beside the lesson on wide screens; otherwise in a drawer of `tools`. */
  readonly contents?: { readonly label: string; readonly list: ReactNode } | undefined;
  readonly companion?: ReactNode;
  /** On wide screens it replaces the companion, and also the contents if the text needs their space; otherwise it covers the lesson. */
  readonly mentor?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of a lesson. Tools, exit and progress stay above it, on wider screens also course and position; contents and companion are
 * beside it.
 */
export function ReadingFrame({
  courseTitle,
  language,
  place,
  tools,
  exit,
  progress,
  lessonKey,
  title,
  titleLanguage = language,
  byline,
  menu,
  contents,
  companion,
  mentor,
  children,
}: ReadingFrameProps) {
  const preferences = useReadingPreferences();
  const isPhone = !useMediaQuery(({ breakpoints }: Theme) => breakpoints.up('md'), { noSsr: true });
  const position = (
    <>
      <Typography component="p" variant={isPhone ? 'subtitle2' : 'h3'} noWrap={!isPhone} sx={TITLE} {...language}>
        <FormulaText text={courseTitle} dir={language.dir} />
      </Typography>
      <Typography component="p" variant="body2" color="textSecondary">
        {place}
      </Typography>
    </>
  );
  return (
    <Box sx={{ '--frame-bar': `${BAR_PX}px` }} style={readingStyle(preferences)}>
      <GlobalStyles styles={PRINT} />
      <Bar data-lesson-bar="">
        {isPhone ? (
          // a single line, so that it can stay in view; the position scrolls with the text
          <div>
            {exit}
            <Box sx={{ flex: '1 1 2rem', minWidth: 0 }}>{progress}</Box>
            {tools}
          </div>
        ) : (
          <div>
            <Box data-print="" sx={{ flex: '1 1 6rem', minWidth: 0 }}>
              {position}
            </Box>
            {tools}
            {exit}
            {progress !== undefined && <Box sx={{ flex: '1 0 100%' }}>{progress}</Box>}
          </div>
        )}
      </Bar>
      {isPhone && <Box sx={{ paddingInline: `${GUTTER_PX.phone}px`, paddingBlockStart: 1.5 }}>{position}</Box>}
      <Beside data-mentor={mentor === undefined ? undefined : ''}>
        <PageFrame
          key={lessonKey}
          title={title}
          language={titleLanguage}
          partOf={courseTitle}
          subtitle={byline}
          actions={menu}
          {...(contents && { contents })}
          companion={companion}
        >
          {children}
        </PageFrame>
        {mentor !== undefined && <div data-no-print="">{mentor}</div>}
      </Beside>
    </Box>
  );
}

/** A card at the end of a lesson with links to the next steps. */
export function LessonNavigation({ children }: { readonly children: ReactNode }) {
  return (
    <Card
      component="nav"
      aria-label={t('Lessons')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        marginBlockStart: 3,
        padding: { xs: 2, md: 3 },
      }}
    >
      {children}
    </Card>
  );
}
