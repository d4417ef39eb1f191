import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { completedText, lessonsText, modulesText } from '#frontend/lib/courses/course-words.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { BookmarkBorderIcon, BookmarkIcon } from '#frontend/ui/feature-icons.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { OptionsButton } from '#frontend/ui/options-button.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { completedCountOf, difficultyOf, lessonCountOf, readingTimeOf, writtenText } from '#frontend/features/courses/course-words.ts';
import { useSaveToggle } from '#frontend/features/courses/course-queries.ts';
import { continuePlace, LEARN, learnParams, lessonAt } from '#frontend/features/courses/lesson/lesson-path.ts';
import { picturesOf } from '../pictures/picture-queries.ts';
import { WriteAllMissing } from './write-all-missing.tsx';

interface CourseHeadProps {
  readonly userId: string;
  readonly course: Course;
  /** The open tab, for the document's title. */
  readonly partOf?: string;
  /** On a phone, every tab but the lessons hides the cover to save space. */
  readonly isSmallOnPhone?: boolean;
  /** The progress towards the certificate; on a phone it is elsewhere. */
  readonly certificate?: ReactNode;
}

/** The head of a course's page: its cover, the reader's place, and one button to continue (CRS-05, LRN-01, LRN-03). */
export function CourseHead({ userId, course, partOf, isSmallOnPhone = false, certificate }: CourseHeadProps) {
  const { course_id: courseId } = course;
  const toggle = useSaveToggle(userId);
  const total = lessonCountOf(course);
  const done = completedCountOf(course);
  const language = languageAttributes(course.language);
  const isSaved = course.saved_at !== null;
  const save = isSaved ? t('Remove Bookmark') : t('Bookmark Course');
  const phone = isSmallOnPhone ? { xs: 'none', sm: 'flex' } : 'flex';
  return (
    <Card
      component="section"
      aria-label={t('Course')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 5fr)', lg: '344px minmax(0, 1fr) auto' },
        // on a phone the cover extends to the edges, and the words stand directly on the page
        ...PHONE_EDGES,
      }}
    >
      <Box
        sx={{
          display: isSmallOnPhone ? { xs: 'none', sm: 'block' } : 'block',
          minWidth: 0,
          '& [data-cover]': { height: '100%', borderRadius: 0, aspectRatio: { sm: 'auto' }, minHeight: { sm: 200 } },
        }}
      >
        <CourseCover title={course.title} picture={useCover(course)} isFirst />
      </Box>
      <Stack
        sx={{ gap: { xs: 1.5, md: 2 }, justifyContent: 'center', minWidth: 0, padding: { xs: '16px 16px 0', sm: 3, md: '24px 32px' } }}
      >
        <FrameHead
          title={course.title}
          language={language}
          {...(partOf !== undefined && { partOf })}
          isInner
          subtitle={
            <Box component="span" sx={{ display: isSmallOnPhone ? { xs: 'none', sm: 'block' } : 'block' }}>
              <MetaLine facts={[modulesText(course.modules.length), lessonsText(total), readingTimeOf(course), difficultyOf(course)]} />
            </Box>
          }
        />
        {done > 0 && (
          <Box sx={{ display: phone, alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            <Box sx={{ flex: '1 1 8rem', maxWidth: 320 }}>
              <ProgressMeter label={t('Course progress')} value={course.progress} valueText={completedText(done, total)} />
            </Box>
            <Typography variant="body2" color="textSecondary">
              <MetaLine facts={[completedText(done, total), toGo(course)]} />
            </Typography>
          </Box>
        )}
        <Stack direction="row" useFlexGap sx={{ display: phone, flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Next userId={userId} course={course} />
          <Tooltip title={save}>
            <IconButton
              aria-label={save}
              aria-busy={toggle.isPending}
              onClick={() => toggle.isPending || toggle.mutate({ courseId, isSaved })}
            >
              {isSaved ? <BookmarkIcon color="primary" aria-hidden /> : <BookmarkBorderIcon aria-hidden />}
            </IconButton>
          </Tooltip>
          <CourseDetailsMenu courseId={courseId} title={course.title} />
        </Stack>
      </Stack>
      {certificate !== undefined && (
        <Stack sx={{ display: { xs: 'none', lg: 'flex' }, justifyContent: 'center', paddingBlock: 3 }}>{certificate}</Stack>
      )}
    </Card>
  );
}

const PHONE_EDGES = {
  '@media (max-width: 599.95px)': {
    marginInline: '-16px',
    marginBlockStart: '-16px',
    border: 0,
    borderRadius: 0,
    boxShadow: 'none',
    background: 'none',
  },
} as const;

/** The next step; for a partial course, having the rest written. */
function Next({ userId, course }: Pick<CourseHeadProps, 'userId' | 'course'>) {
  const written = writtenText(course);
  // Without progress the button reads Start Learning; when everything is completed, it offers to read again.
  const next = continuePlace(course);
  const isDone = course.modules.length > 0 && completedCountOf(course) === lessonCountOf(course);
  const place = next ?? { module: 0, lesson: 0 };
  const to = { to: LEARN, params: learnParams(course.course_id, place) } as const;
  const { dir } = languageAttributes(course.language);
  const title = lessonAt(course, place)?.title;
  if (!written && isDone)
    return (
      <>
        <LinkButton to="/courses/$courseId/done" params={{ courseId: course.course_id }} variant="contained" size="large">
          {t('Your certificate')}
        </LinkButton>
        <LinkButton {...to} variant="outlined" color="inherit">
          {t('Read again')}
        </LinkButton>
      </>
    );
  if (!written)
    return (
      <LinkButton
        {...to}
        variant="contained"
        size="large"
        sx={{ flex: { xs: '1 1 14rem', sm: '0 1 auto' }, minWidth: 0, overflowWrap: 'anywhere' }}
      >
        {next && title !== undefined ? t('Continue: {title}', { title: formulaWords(title, dir) }) : t('Start Learning')}
      </LinkButton>
    );
  const read = (
    <LinkButton {...to} variant="outlined" color="inherit">
      {t('Read the available lessons')}
    </LinkButton>
  );
  return (
    <Stack sx={{ flex: '1 1 100%', gap: 1 }}>
      <Typography component="h2" variant="h3">
        {written}
      </Typography>
      {course.task_id === null ? (
        <div>{read}</div>
      ) : (
        <WriteAllMissing of={{ userId, courseId: course.course_id }} missing={course.missing_lessons} beside={read} />
      )}
    </Stack>
  );
}

/** The remaining reading time, once the user has completed something. */
function toGo({ modules }: Course): string {
  const minutes = modules.flatMap(({ lessons }) => lessons).reduce((sum, one) => sum + (one.completed ? 0 : one.duration_minutes), 0);
  return minutes > 0 ? t('{length} remaining', { length: formatDuration(minutes * 60) }) : '';
}

/** The cover picture of a course on its own page, including newly drawn ones; null where its generated pattern is shown. */
function useCover(course: Course) {
  const { data } = useQuery(picturesOf(course.course_id));
  const picture = data ? data.cover.picture : course.pictures?.cover;
  return picture ? pictureOf(course.course_id, picture, 'large') : null;
}

const Item = createLink(MenuItem);

/** All further actions on a course. */
function CourseDetailsMenu({ courseId, title }: { readonly courseId: string; readonly title: string }) {
  return (
    <OptionsButton title={title}>
      {(anchor, onClose) => (
        <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { elevation: 0, variant: 'outlined' } }}>
          <Item to="/courses/$courseId/glossary" params={{ courseId }}>
            {t('Glossary')}
          </Item>
          <Item to="/courses/$courseId/history" params={{ courseId }}>
            {t('History')}
          </Item>
          <Item to="/courses/$courseId/about" params={{ courseId }}>
            {t('Share and download')}
          </Item>
        </Menu>
      )}
    </OptionsButton>
  );
}
