import { lazy, startTransition, Suspense, useCallback, useState, type ReactNode } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { AudioLanguage } from '#frontend/features/audio/audio-queries.ts';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { oneCourse, useHeldBackLesson } from '#frontend/features/courses/course-queries.ts';
import { LearningView } from '#frontend/features/courses/lesson/learning-view.tsx';
import { completedCountOf } from '#frontend/features/courses/course-words.ts';
import { useCourseCache } from '#frontend/features/courses/course-cache.ts';
import {
  firstOpenPlace,
  LEARN,
  learnParams,
  lessonAt,
  nextPlace,
  parsePlace,
  type Place,
} from '#frontend/features/courses/lesson/lesson-path.ts';
import { showQuestion } from '#frontend/features/courses/lesson/lesson-quiz.tsx';
import { useCourseInLanguage } from '#frontend/features/translation/course-language-choice.ts';
import { WIDE } from '#frontend/features/courses/lesson/reading-frame.tsx';
import { useReadingPlace } from '#frontend/features/courses/reading/reading-place.ts';
import { useShownPassage } from '#frontend/features/notes/use-shown-passage.ts';
import { LessonMentor } from '#frontend/features/mentor/lesson-mentor.tsx';
import { lessonNumber } from '#frontend/features/mentor/mentor-words.ts';
import { useLessonNotes } from '#frontend/features/notes/use-lesson-notes.tsx';
import { usePractice } from '#frontend/features/practice/use-practice.tsx';
import { CompleteLesson } from '#frontend/features/progress/complete-lesson.tsx';
import { useActivity } from '#frontend/features/progress/use-activity.ts';
import { LessonBookmark } from '#frontend/features/progress/lesson-bookmark.tsx';
import { useReminderQuestion } from '#frontend/features/settings/reminder/reminder-question.tsx';
import type { Course } from '#contract/courses/courses.contract.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { keepCourseEnd } from '#frontend/lib/courses/course-end.ts';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { useMembership } from '#frontend/lib/use-membership.ts';
import { useDeferredFlag } from '#frontend/lib/use-deferred-flag.ts';
import { CompanionBlocks, MoreBlocks } from '#frontend/ui/companion-blocks.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';

const AssignedBy = lazy(() => import('#frontend/features/classes/assigned.tsx').then(({ AssignedBy: shown }) => ({ default: shown })));
const ReadingLanguage = lazy(() => import('#frontend/features/translation/reading-language.tsx'));
const LessonDiscussions = lazy(() => import('#frontend/features/community/forums/lesson-discussions.tsx'));
const LessonAudio = lazy(() => import('#frontend/features/audio/lesson-audio.tsx'));
const LessonSimulations = lazy(() => import('#frontend/features/simulations/lesson-simulations.tsx'));
const ReportError = lazy(() => import('#frontend/features/courses/lesson/report-error.tsx'));
const LessonQuestions = lazy(() => import('#frontend/features/market/lesson-questions.tsx'));
const MentorColumn = lazyOverlay(() => import('#frontend/pages/mentor-column.tsx'));

const StreakDays = lazy(() => import('#frontend/features/dashboard/streak-days.tsx'));
const LessonCards = lazy(() => import('#frontend/features/practice/cards/lesson-cards.tsx'));

/** A place outside every course, with which the view says that the lesson does not exist. */
const NOWHERE = { module: -1, lesson: -1 };

/** The next lesson, with its duration. */
function nextName(course: Course, place: Place): ReactNode {
  const next = nextPlace(course, place);
  const lesson = next && lessonAt(course, next);
  if (!lesson) return undefined;
  const language = languageAttributes(course.language);
  return (
    <>
      <span {...language}>
        <FormulaText text={lesson.title} dir={language.dir} />
      </span>{' '}
      · {formatDuration(lesson.duration_minutes * 60)}
    </>
  );
}

/** The learning view of one lesson, by its position in the course. */
export default function LearningPage() {
  const { courseId, module, lesson } = useParams({ from: '/app/courses/$courseId/learn/$module/$lesson' });
  const { passage } = useSearch({ from: '/app/courses/$courseId/learn/$module/$lesson' });
  const { user_id: userId } = useUser();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(oneCourse(userId, courseId));
  const courseCache = useCourseCache(userId, courseId);
  const isShown = useDeferredFlag(data !== undefined);
  const isMember = useMembership(userId) === true;
  const place = parsePlace(module, lesson) ?? NOWHERE;
  const course = useCourseInLanguage(courseId, data, data && lessonAt(data, place)?.lesson_id);
  const shown = course && lessonAt(course, place);
  const opening = useHeldBackLesson(userId, courseId, shown);
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const showRoot = useCallback((element: HTMLDivElement | null) => {
    // the old text must not be used for the next lesson, not even for a moment; code that needs the new one is not urgent
    if (element === null) setRoot(null);
    else startTransition(() => setRoot(element));
  }, []);
  useReadingPlace({
    courseId,
    lessonId: shown?.lesson_id,
    root,
    // a requested passage takes precedence over the last reading position
    stored: passage === undefined ? (course?.reading_place ?? null) : null,
    onSaved: courseCache.setReadingPlace,
  });
  useActivity(courseId);
  // the text comes first; everything else about the lesson is fetched afterwards
  const hasQuiz = (shown?.quiz.length ?? 0) > 0;
  const practice = usePractice({ userId, courseId, lessonId: shown?.lesson_id, hasQuiz, isShown: root !== null });
  const open = practice.open(shown?.quiz ?? []);
  const lessonId = shown?.lesson_id ?? '';
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  /** The mentor of this lesson: closed, open, or open with a passage. */
  const [asked, setAsked] = useState<{ readonly lessonId: string; readonly passage: string | null; readonly isTutor?: boolean } | null>(
    null,
  );
  const [lit, setLit] = useState<{ readonly lessonId: string; readonly quote: string } | null>(null);
  const openMentor = (of: { readonly passage: string | null; readonly isTutor?: boolean }) => {
    setAsked({ lessonId, ...of });
    if (of.passage !== null) setLit({ lessonId, quote: of.passage });
  };
  const mentor = asked?.lessonId === lessonId ? asked : null;
  const litQuote = lit?.lessonId === lessonId ? lit.quote : null;
  const askAbout = (quote: string) => {
    getSelection()?.removeAllRanges();
    openMentor({ passage: quote });
  };
  const reminder = useReminderQuestion(userId);
  const notes = useLessonNotes({ userId, courseId, lessonId }, { root, onAsk: askAbout });
  useShownPassage(root, litQuote ?? passage);
  if (shown?.is_held_back) {
    return (
      <PageFrame title={shown.title}>
        {opening.error ? (
          <ErrorState title={t('The lesson could not be opened')} error={opening.error} onRetry={() => void opening.refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </PageFrame>
    );
  }
  if (!course || !isShown) {
    return (
      <PageFrame title={t('Lesson')}>
        {error ? (
          <CourseUnavailable error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the lesson')} rows={8} />
        )}
      </PageFrame>
    );
  }
  const of = shown && { userId, courseId, lessonId: shown.lesson_id };
  const goTo = (to: Place | null) => to && (() => void navigate({ to: LEARN, params: learnParams(courseId, to) }));
  return (
    <>
      <LearningView
        text={{ root, ref: showRoot }}
        companions={
          <CompanionBlocks>
            {isMember && (
              <Suspense>
                <AssignedBy userId={userId} courseId={courseId} />
              </Suspense>
            )}
            {shown && (
              <LessonMentor
                onOpen={() => openMentor({ passage: null })}
                onTutor={course.tutor ? () => openMentor({ passage: null, isTutor: true }) : undefined}
              />
            )}
            {of && (
              <>
                {notes.panel}
                <MoreBlocks>
                  <Suspense>
                    <LessonAudio key={`audio ${of.lessonId}`} {...of} language={course.language as AudioLanguage} />
                    <LessonSimulations courseId={courseId} />
                    <ReadingLanguage courseId={courseId} lessonId={of.lessonId} />
                    <LessonQuestions key={of.lessonId} {...of} />
                    <LessonDiscussions
                      key={`discuss ${of.lessonId}`}
                      {...of}
                      title={shown.title}
                      onCreated={(postId) => void navigate({ to: '/community/discussions/$postId', params: { postId } })}
                    />
                    <ReportError key={`report ${of.lessonId}`} courseId={courseId} lessonId={of.lessonId} />
                  </Suspense>
                </MoreBlocks>
              </>
            )}
          </CompanionBlocks>
        }
        userId={userId}
        course={course}
        place={place}
        practice={practice}
        onMentor={shown && (() => openMentor({ passage: null }))}
        mentor={
          shown && mentor ? (
            <MentorColumn
              key={`${shown.lesson_id} ${mentor.isTutor ?? false}`}
              userId={userId}
              isSheet={!isWide}
              isTutor={mentor.isTutor ?? false}
              about={{
                courseId,
                lessonId: shown.lesson_id,
                passage: mentor.passage,
                words: t('Knows lesson {number}: {title}', { number: lessonNumber(place), title: shown.title }),
              }}
              knows={t('knows {number}, and your notes', { number: lessonNumber(place) })}
              lit={litQuote}
              onPassage={(quote) => setLit(quote === null ? null : { lessonId: shown.lesson_id, quote })}
              onClose={() => {
                setAsked(null);
                setLit(null);
              }}
              onMissing={() => setAsked(null)}
            />
          ) : undefined
        }
        onExit={() => {
          setOpenCourse(null);
          void navigate({ to: '/courses' });
        }}
        acts={
          of && (
            <>
              <CompleteLesson
                key={of.lessonId}
                of={of}
                isCompleted={shown.completed}
                isFirst={completedCountOf(course) === 0}
                openQuestions={practice.isLoading ? null : open.length}
                onAnswer={() => open[0] && showQuestion(open[0])}
                onNext={goTo(nextPlace(course, place))}
                next={nextName(course, place)}
                streak={
                  <Suspense>
                    <StreakDays userId={userId} />
                  </Suspense>
                }
                onCourseEnd={(points) => {
                  keepCourseEnd(courseId, points);
                  void navigate({ to: '/courses/$courseId/done', params: { courseId } });
                }}
                onOpenLesson={goTo(firstOpenPlace(course))}
                question={reminder.question}
                isQuestionOpen={reminder.isOpen}
                onCompleted={(completion) => {
                  // the end of a course has its own page, which asks
                  if (completion && !completion.course_completed) reminder.ask();
                  courseCache.markLesson(of.lessonId, { completed: true });
                  if (completion) courseCache.setProgress(completion.progress, completion.course_completed);
                }}
              />
              <LessonBookmark
                of={of}
                isBookmarked={shown.bookmarked}
                onChanged={(bookmarked) => courseCache.markLesson(of.lessonId, { bookmarked })}
              />
              {shown.completed && (
                <Suspense>
                  <LessonCards key={`cards ${of.lessonId}`} {...of} isTranslation={course.language !== data?.language} />
                </Suspense>
              )}
            </>
          )
        }
      />
      {notes.tools}
    </>
  );
}
