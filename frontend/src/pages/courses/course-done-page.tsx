import { useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import type { Course } from '#contract/courses/courses.contract.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { oneCourse, ownCourses } from '#frontend/features/courses/course-queries.ts';
import { completedCountOf, lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { LEARN, learnParams } from '#frontend/features/courses/lesson/lesson-path.ts';
import EndQuestion from '#frontend/features/market/end-question.tsx';
import { marketPage } from '#frontend/features/market/market-queries.ts';
import CourseCertificate from '#frontend/features/practice/course-certificate.tsx';
import { forecast } from '#frontend/features/practice/review-query.ts';
import { ReminderAtEnd } from '#frontend/features/settings/reminder/reminder-question.tsx';
import { courseEndOf } from '#frontend/lib/courses/course-end.ts';
import { lessonsText } from '#frontend/lib/courses/course-words.ts';
import { marketPictureOf, pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover, type CoverPicture } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { FrameBox } from '#frontend/ui/frames/frame-box.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { JoyMark } from '#frontend/ui/joy-mark.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { useNextCourse } from './next-course.ts';

/** On a wide screen the certificate is beside the text, on a phone in the middle of it. */
const PLACES = {
  display: 'grid',
  alignContent: 'center',
  gap: { xs: 3, lg: '24px 64px' },
  minHeight: { lg: 'min(680px, 100dvh - 180px)' },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 520px) minmax(0, 1fr)' },
  gridTemplateAreas: { xs: '"head" "certificate" "rest"', lg: '"certificate head" "certificate rest"' },
  gridTemplateRows: { lg: 'auto auto' },
} as const;

/** The end of a course on its own page (LRN-11): its results, its certificate, and one course to continue with. */
export default function CourseDonePage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/done' });
  const { user_id: userId } = useUser();
  const { data: course, error, refetch } = useQuery(oneCourse(userId, courseId));
  if (!course)
    return (
      <PageFrame title={t('Course')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the course')} rows={6} />
        )}
      </PageFrame>
    );
  // learners with remaining lessons get the course's page instead
  if (completedCountOf(course) < lessonCountOf(course)) return <Navigate to="/courses/$courseId" params={{ courseId }} replace />;
  return (
    <FrameBox data-frame="shelf">
      <Box sx={PLACES}>
        <Stack direction="row" sx={{ gridArea: 'head', alignSelf: 'end', alignItems: 'center', gap: 2.5 }}>
          <JoyMark />
          <Box sx={{ minWidth: 0 }}>
            <FrameHead
              title={t('Congratulations')}
              subtitle={t('You have completed the course “{title}”.', { title: course.title })}
              isInner
            />
          </Box>
        </Stack>
        <Box sx={{ gridArea: 'certificate', minWidth: 0, alignSelf: 'center' }}>
          <CourseCertificate userId={userId} course={course} />
        </Box>
        <Stack sx={{ gridArea: 'rest', minWidth: 0, gap: 3 }}>
          <Brought userId={userId} course={course} />
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5 }}>
            <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
              {course.plan?.final_task ? t('To the final task and the certificate') : t('To the course and its certificate')}
            </LinkButton>
            <LinkButton to={LEARN} params={learnParams(courseId, { module: 0, lesson: 0 })} color="inherit">
              {t('Read again')}
            </LinkButton>
          </Stack>
          {courseEndOf(courseId) && <ReminderAtEnd userId={userId} />}
          <EndQuestion courseId={courseId} />
          <Divider />
          <GoOnWith userId={userId} courseId={courseId} />
        </Stack>
      </Box>
    </FrameBox>
  );
}

/** The results of the course in figures, as far as they are known. */
function Brought({ userId, course }: { readonly userId: string; readonly course: Course }) {
  const { course_id: courseId } = course;
  const [end] = useState(() => courseEndOf(courseId));
  const { data: review } = useQuery(forecast(userId, { course_id: courseId }));
  const finished = useInfiniteQuery(ownCourses(userId, { status: 'completed', origin: 'all' })).data?.pages[0];
  const returning = review?.days.reduce((sum, { due }) => sum + due, 0) ?? 0;
  return (
    <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '16px 40px', margin: 0 }}>
      {end && (
        <Brings figure={`+${formatNumber(end.points_awarded)}`}>
          {t('{n, plural, one {point, {total} in total} other {points, {total} in total}}', {
            n: end.points_awarded,
            total: formatNumber(end.total_points),
          })}
        </Brings>
      )}
      <Brings figure={formatNumber(lessonCountOf(course))}>
        {t('{n, plural, one {lesson completed} other {lessons completed}}', { n: lessonCountOf(course) })}
      </Brings>
      {finished?.next === null && finished.courses.length > 1 && (
        <Brings figure={formatNumber(finished.courses.length)}>
          {t('{n, plural, one {course finished} other {courses finished}}', { n: finished.courses.length })}
        </Brings>
      )}
      {returning > 0 && (
        <Brings figure={formatNumber(returning)}>
          {t('{n, plural, one {review keeps it fresh} other {reviews keep it fresh}}', { n: returning })}
        </Brings>
      )}
    </Stack>
  );
}

function Brings({ figure, children }: { readonly figure: string; readonly children: ReactNode }) {
  return (
    <Stack direction="column-reverse">
      <Typography component="dt" variant="body2" color="textSecondary">
        {children}
      </Typography>
      <Typography component="dd" variant="h5" sx={{ margin: 0 }}>
        {figure}
      </Typography>
    </Stack>
  );
}

/**
 * One course to continue with: the previously read one, else the newest not yet started, else a free one of the market, else one to be
 * written.
 */
function GoOnWith({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { toContinue, toStart, isSettled } = useNextCourse(userId);
  const continued = toContinue?.course_id === courseId ? undefined : toContinue;
  const isOwn = continued !== undefined || toStart !== undefined;
  const { data: market } = useQuery({ ...marketPage({ price: 'free' }), enabled: isSettled && !isOwn });
  const offered = market?.courses[0];
  if (!isSettled) return null;
  if (continued)
    return (
      <Offer
        reason={t('Continue with')}
        title={<CourseTitle title={continued.title} language={continued.language} />}
        name={continued.title}
        picture={continued.cover && pictureOf(continued.course_id, continued.cover, 'small')}
        line={<CourseTitle title={continued.lesson.title} language={continued.language} />}
        action={
          <LinkButton to={LEARN} params={learnParams(continued.course_id, continued.lesson)}>
            {t('Continue')}
          </LinkButton>
        }
      />
    );
  if (toStart)
    return (
      <Offer
        reason={t('Next in My Courses')}
        title={<CourseTitle title={toStart.title} language={undefined} />}
        name={toStart.title}
        picture={toStart.cover && pictureOf(toStart.course_id, toStart.cover, 'small')}
        line={lessonsText(toStart.lesson_count)}
        action={
          <LinkButton to={LEARN} params={learnParams(toStart.course_id, { module: 0, lesson: 0 })}>
            {t('Start')}
          </LinkButton>
        }
      />
    );
  if (offered)
    return (
      <Offer
        reason={t('Free in the marketplace')}
        title={<CourseTitle title={offered.title} language={undefined} />}
        name={offered.title}
        picture={offered.cover && marketPictureOf(offered.id, offered.cover, 'small')}
        line={<MetaLine facts={[lessonsText(offered.lesson_count), offered.creator.name]} />}
        action={
          <LinkButton to="/market/$courseId" params={{ courseId: offered.id }}>
            {t('Look inside')}
          </LinkButton>
        }
      />
    );
  return (
    <div>
      <LinkButton to="/create" variant="outlined" color="inherit">
        {t('Write your next course')}
      </LinkButton>
    </div>
  );
}

interface OfferProps {
  readonly reason: string;
  readonly title: ReactNode;
  /** Seeds the drawn cover. */
  readonly name: string;
  readonly picture: CoverPicture | null | undefined;
  readonly line: ReactNode;
  readonly action: ReactNode;
}

function Offer({ reason, title, name, picture, line, action }: OfferProps) {
  return (
    <Box component="section" aria-label={reason}>
      <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 1 }}>
        {reason}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
        <Box sx={{ flex: 'none', width: 88 }}>
          <CourseCover title={name} picture={picture} />
        </Box>
        {/* with large text, the words wrap below the cover instead of being squeezed beside it */}
        <Box sx={{ flex: '1 1 8rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography component="h2" variant="subtitle1">
            {title}
          </Typography>
          <Typography component="div" variant="body2" color="textSecondary">
            {line}
          </Typography>
        </Box>
        {action}
      </Stack>
    </Box>
  );
}
