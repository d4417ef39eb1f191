import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import Card from '@mui/material/Card';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { FORM_LIMITS } from '#contract/generation/course-form.contract.ts';
import { CoursesView, StartHero } from '#frontend/features/courses/list/courses-view.tsx';
import { marketPage } from '#frontend/features/market/market-queries.ts';
import { ImportCourse } from '#frontend/features/exports/import-course.tsx';
import { useFilledBuilder } from '#frontend/features/generation/builder/fill-builder.tsx';
import { KeptTopics } from '#frontend/features/generation/builder/kept-topics.tsx';
import { useNewCourse } from '#frontend/features/generation/runs/new-course-query.ts';
import { NewCourse } from '#frontend/features/generation/runs/new-course.tsx';
import { RecentVideos } from '#frontend/features/video/video-list.tsx';
import { LiveRuns } from '#frontend/features/generation/runs/live-runs.tsx';
import { lessonsText, priceWord } from '#frontend/lib/courses/course-words.ts';
import { marketPictureOf } from '#frontend/lib/courses/picture-address.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { useLatched } from '#frontend/lib/use-latched.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SubmitButton } from '#frontend/ui/fields/submit-button.tsx';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { HeroSkeleton, ShelfSkeleton } from '#frontend/ui/states/skeletons.tsx';
import { AssignedFirst, useAssigned } from './courses/assigned-first.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';
import { useNextCourse } from './courses/next-course.ts';
import { Today, useTodaySettled } from './courses/today.tsx';

/** My Courses: due reviews, the next step, and courses that are being written, saved or generated. Search and filter are in the URL. */
export default function CoursesPage() {
  const { user_id: userId, first_name: name } = useUser();
  const { filter = 'all', q = '', sort = 'newest' } = useSearch({ from: '/app/courses' });
  const navigate = useNavigate({ from: '/courses' });
  // the part above the lists appears first, because it would otherwise push them down under the reader's finger
  const isTodaySettled = useTodaySettled(userId);
  const isKnown = [useNextCourse(userId), useAssigned(userId)].every(({ isSettled }) => isSettled);
  const isShown = useDeferredFlag(useLatched(isKnown && isTodaySettled));
  return (
    <ShelfFrame
      title={name ? t('Hello, {name}', { name }) : t('My Courses')}
      {...(name && { partOf: t('My Courses') })}
      actions={<ImportCourse userId={userId} />}
      tabs={<CoursesTabs current="/courses" />}
      hero={
        isShown ? (
          <>
            <AssignedFirst userId={userId} />
            <CoursesHero userId={userId} />
          </>
        ) : (
          <HeroSkeleton />
        )
      }
    >
      {isShown ? (
        <>
          <LiveRuns userId={userId} isOfCourses />
          <CoursesView
            userId={userId}
            filter={filter}
            query={q}
            sort={sort}
            onFilter={(chosen) => void navigate({ search: (old) => ({ ...old, filter: chosen === 'all' ? undefined : chosen }) })}
            onQuery={(text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })}
            onSort={(chosen) => void navigate({ search: (old) => ({ ...old, sort: chosen === 'newest' ? undefined : chosen }) })}
            first={
              <>
                <KeptTopics userId={userId} />
                <FirstCourse />
                <RecentVideos userId={userId} />
              </>
            }
            below={
              <>
                <RecentVideos userId={userId} />
                <KeptTopics userId={userId} />
                <NextTopic userId={userId} />
              </>
            }
          />
        </>
      ) : (
        <ShelfSkeleton label={t('Loading your courses')} cards={8} />
      )}
    </ShelfFrame>
  );
}

/** A field for the topic of the next course, which opens the AI Builder with it. */
function NextTopic({ userId }: { readonly userId: string }) {
  const [topic, setTopic] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { fill, question } = useFilledBuilder(userId);
  return (
    <Card
      component="form"
      variant="tint"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        alignItems: 'end',
        gap: 2,
        padding: { xs: 2, md: 3 },
        marginBlockStart: 4.5,
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (topic.trim()) fill({ topic: topic.trim(), goals: '', difficulty: 'beginner' });
        else setMissing(true);
      }}
    >
      <TextField
        label={t('What do you want to learn next?')}
        value={topic}
        maxLength={FORM_LIMITS.topic}
        placeholder={t('For example: negotiating a salary, reading sheet music, beekeeping')}
        error={isMissing ? t('This field is required.') : undefined}
        onChange={({ target }) => {
          setMissing(false);
          setTopic(target.value);
        }}
      />
      <SubmitButton isReady={topic.trim() !== ''} isPending={false}>
        {t('Create this course')}
      </SubmitButton>
      {question}
    </Card>
  );
}

/** The next step: the course just written, what is due today, the most recently read lesson, or a course to start; else nothing. */
function CoursesHero({ userId }: { readonly userId: string }) {
  const written = useNewCourse(userId);
  const { toStart } = useNextCourse(userId);
  if (written) return <NewCourse key={written.task_id} userId={userId} recent={written} />;
  return <Today userId={userId} otherwise={toStart ? <StartHero course={toStart} /> : null} />;
}

/** My Courses for users without a course (CRS-04): the question that leads to the first one, or a free course of the market. */
export function FirstCourse() {
  return (
    <>
      <EmptyState
        subject="firstCourse"
        title={t('Welcome to Your Learning Journey!')}
        actions={
          <>
            <LinkButton to="/welcome" variant="contained">
              {t('Choose your first course')}
            </LinkButton>
            <LinkButton to="/create" variant="outlined" color="inherit">
              {t('Open AI Builder')}
            </LinkButton>
            <LinkButton to="/community" variant="outlined" color="inherit">
              {t('Open Community')}
            </LinkButton>
          </>
        }
      >
        {t('One question is enough. Your courses are listed here.')}
      </EmptyState>
      <FreeCourse />
    </>
  );
}

/** The most popular free course. */
function FreeCourse() {
  const { data } = useQuery(marketPage({ price: 'free' }));
  const course = data?.courses[0];
  if (!course) return null;
  return (
    <>
      <SectionHeading aside={<TextLink to="/market">{t('Browse the marketplace')}</TextLink>}>
        {t('Or begin with a free course')}
      </SectionHeading>
      <Box sx={{ maxWidth: '17.5rem' }}>
        <CourseCard
          course={{ ...course, picture: course.cover && marketPictureOf(course.id, course.cover, 'small') }}
          to={`/market/${course.id}`}
          line={course.creator.name}
          facts={[lessonsText(course.lesson_count), priceWord(course.price)]}
        />
      </Box>
    </>
  );
}
