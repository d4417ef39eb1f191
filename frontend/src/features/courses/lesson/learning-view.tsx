import { useEffect, useState, type ReactNode, type Ref } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { courseClipCaptions, courseClipPoster, courseClipVideo } from '#contract/courses/course-pictures.contract.ts';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { CourseClip } from '#contract/courses/picture-schemas.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { pictureOf, clipAddress } from '#frontend/lib/courses/picture-address.ts';
import { setOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { completedText } from '#frontend/lib/courses/course-words.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { CloseIcon } from '#frontend/ui/icons.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { PictureBox } from '#frontend/ui/picture-box.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { completedCountOf, lessonCountOf } from '#frontend/features/courses/course-words.ts';
import { AnotherLesson } from './another-lesson.tsx';
import { LessonMenu } from './lesson-menu.tsx';
import { LessonNotes } from './lesson-notes.tsx';
import { LEARN, learnParams, lessonAt, nextPlace, placeOfLesson, previousPlace, type Place } from './lesson-path.ts';
import type { Practice } from './lesson-quiz.tsx';
import { bylineOf, LessonReading } from './lesson-reading.tsx';
import { ModuleList } from '#frontend/features/courses/details/module-list.tsx';
import { ProposalList } from '#frontend/features/courses/proposals/proposal-list.tsx';
import { LessonTools } from '#frontend/features/courses/reading/lesson-tools.tsx';
import { useLessonTurns } from '#frontend/features/courses/reading/lesson-turns.ts';
import { LessonNavigation, ReadingFrame, WIDE } from './reading-frame.tsx';

interface LearningViewProps {
  readonly userId: string;
  readonly course: Course;
  readonly place: Place;
  readonly onExit: () => void;
  /** The learner's actions on this lesson: completing it, bookmarking it. */
  readonly acts?: ReactNode;
  /** The element of the lesson's text and the ref that receives it; null before it is mounted. */
  readonly text?: { readonly root: HTMLElement | null; readonly ref: Ref<HTMLDivElement> };
  readonly practice?: Practice | undefined;
  /** Asks the mentor about this lesson, if the companions are in a drawer. */
  readonly onMentor?: () => void;
  /** The open mentor: beside the lesson if contents and companions can make room, or over it. */
  readonly mentor?: ReactNode;
  /** Notes and other readers: below the contents beside the lesson, or in its drawer. */
  readonly companions?: ReactNode;
}

/** The learning view (LRN-01…06, LRN-12): one lesson of an open course, with its position, its neighbours and the exit. */
export function LearningView({ userId, course, place, onExit, acts, text, practice, onMentor, mentor, companions }: LearningViewProps) {
  const lesson = lessonAt(course, place);
  const { course_id: courseId, title } = course;
  const { module: moduleIndex, lesson: lessonIndex } = place;
  const isThere = lesson !== undefined;
  const [opened, setOpened] = useState({ lessonId: lesson?.lesson_id, wasCompleted: lesson?.completed ?? false });
  if (opened.lessonId !== lesson?.lesson_id) setOpened({ lessonId: lesson?.lesson_id, wasCompleted: lesson?.completed ?? false });
  useEffect(() => {
    if (isThere) setOpenCourse({ courseId, title, module: moduleIndex, lesson: lessonIndex });
  }, [isThere, courseId, title, moduleIndex, lessonIndex]);

  const of = { userId, courseId };
  const language = languageAttributes(course.language);
  const module = course.modules[place.module];
  const picture = course.pictures?.modules[place.module];
  const cover = course.pictures?.cover;
  const hasClip = course.clip?.status === 'completed' && course.clip.lesson_id === lesson?.lesson_id;
  const previous = previousPlace(course, place);
  const next = nextPlace(course, place);
  const navigate = useNavigate();
  const turnTo = (to: Place | null) => to && (() => void navigate({ to: LEARN, params: learnParams(courseId, to) }));
  useLessonTurns(text?.root ?? null, { onPrevious: turnTo(previous), onNext: turnTo(next) });
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const label = t('Modules');
  return (
    <ReadingFrame
      courseTitle={title}
      language={language}
      place={
        lesson && module ? (
          <MetaLine
            facts={[
              t('Module {x} of {y}', { x: place.module + 1, y: course.modules.length }),
              t('Lesson {x} of {y}', { x: place.lesson + 1, y: module.lessons.length }),
              t('{n}% completed', { n: course.progress }),
            ]}
          />
        ) : null
      }
      exit={
        <Button
          variant="outlined"
          color="inherit"
          onClick={onExit}
          aria-label={t('Exit Course')}
          // an icon on a phone, because the progress needs the width
          sx={{
            flex: 'none',
            minWidth: 44,
            paddingInline: { xs: 0, md: 2 },
            '& svg': { display: { md: 'none' } },
            '& span': { display: { xs: 'none', md: 'inline' } },
          }}
        >
          <CloseIcon fontSize="small" aria-hidden />
          <span>{t('Exit Course')}</span>
        </Button>
      }
      tools={
        <LessonTools
          panel={
            isWide ? undefined : (
              <>
                <nav aria-label={label}>
                  <ModuleList course={course} place={place} />
                </nav>
                {companions}
              </>
            )
          }
          onMentor={isWide ? undefined : onMentor}
          onNext={turnTo(next)}
          root={text?.root ?? null}
          language={language.lang}
        />
      }
      progress={
        <ProgressMeter
          label={t('Course progress')}
          value={course.progress}
          valueText={completedText(completedCountOf(course), lessonCountOf(course))}
        />
      }
      contents={
        isWide
          ? {
              label,
              list: (
                <Stack sx={{ gap: 2 }}>
                  <CourseCover title={title} picture={cover && pictureOf(courseId, cover, 'small')} />
                  <ModuleList course={course} place={place} />
                </Stack>
              ),
            }
          : undefined
      }
      mentor={mentor}
      companion={isWide && companions !== undefined ? <Stack sx={{ gap: 3.5 }}>{companions}</Stack> : undefined}
      lessonKey={lesson?.lesson_id ?? 'none'}
      title={lesson?.title ?? t('No such lesson')}
      titleLanguage={lesson ? language : {}}
      {...(lesson && {
        byline: bylineOf(lesson),
        menu: <LessonMenu of={of} subject={{ kind: 'lesson', lessonId: lesson.lesson_id, title: lesson.title, isPinned: lesson.pinned }} />,
      })}
    >
      {lesson ? (
        <LessonReading
          lesson={lesson}
          language={language}
          textRef={text?.ref}
          practice={practice}
          progressPlace={`${userId}:${courseId}:${lesson.lesson_id}`}
          recalled={(lessonId) => {
            const at = placeOfLesson(course, lessonId);
            return at && { title: lessonAt(course, at)!.title, link: learnParams(courseId, at) };
          }}
          picture={
            <>
              {/* the clip begins with the picture of its module */}
              {place.lesson === 0 && picture && !hasClip && <PictureBox {...pictureOf(courseId, picture, 'large')} isFirst />}
              {course.clip?.lesson_id === lesson.lesson_id && (
                <CourseClipFigure courseId={courseId} language={language.lang} clip={course.clip} />
              )}
            </>
          }
          notices={
            <>
              <ProposalList of={of} course={course} onlyLesson={lesson.lesson_id} />
              <LessonNotes notes={lesson.notes} language={course.language} live={{ lessonId: lesson.lesson_id, taskId: course.task_id }} />
            </>
          }
          footer={
            <>
              {acts !== undefined && (
                <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, '&:empty': { display: 'none' } }}>
                  {acts}
                </Stack>
              )}
              <LessonNavigation>
                {next && (
                  <Box sx={{ flex: '1 0 100%', minWidth: 0 }}>
                    <Typography variant="body2" color="textSecondary">
                      {t('Next')}
                    </Typography>
                    <Typography variant="h3" component="p" {...language}>
                      <FormulaText text={lessonAt(course, next)!.title} dir={language.dir} />
                    </Typography>
                  </Box>
                )}
                {previous ? (
                  <LinkButton to={LEARN} params={learnParams(courseId, previous)} variant="outlined" color="inherit">
                    {t('Previous Lesson')}
                  </LinkButton>
                ) : (
                  <Button variant="outlined" color="inherit" disabled>
                    {t('Previous Lesson')}
                  </Button>
                )}
                <AnotherLesson course={course} place={place} />
                {next ? (
                  // Only one action is primary: completing the lesson, then continuing; for a lesson completed just now, the button is on
                  // its closing card.
                  <LinkButton
                    to={LEARN}
                    params={learnParams(courseId, next)}
                    {...(opened.wasCompleted ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })}
                  >
                    {t('Next Lesson')}
                  </LinkButton>
                ) : (
                  <span>{t('This is the last lesson.')}</span>
                )}
              </LessonNavigation>
            </>
          }
        />
      ) : (
        <ErrorState title={t('The course has no lesson at this position')}>
          <LinkButton to={LEARN} params={learnParams(courseId, { module: 0, lesson: 0 })} variant="outlined" color="inherit">
            {t('Go to the first lesson')}
          </LinkButton>
        </ErrorState>
      )}
    </ReadingFrame>
  );
}

const Figure = styled('figure')(({ theme }) => ({
  margin: '0 0 20px',
  '& video, & [data-still]': {
    display: 'block',
    width: '100%',
    aspectRatio: '16 / 9',
    objectFit: 'cover',
    borderRadius: 4,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  // a single line, so that the lesson begins with its text
  '& [data-still]': { aspectRatio: 'auto', padding: '12px 16px', boxSizing: 'border-box', color: theme.vars.palette.text.secondary },
  '& figcaption': { ...theme.typography.body2, paddingBlockStart: 6, color: theme.vars.palette.text.secondary },
  '@media print': { display: 'none' },
}));

interface CourseClipFigureProps {
  readonly courseId: string;
  /** Language of the course: `de`. */
  readonly language: string | undefined;
  readonly clip: CourseClip;
}

/** The video of a lesson: a player, or why there is none. */
function CourseClipFigure({ courseId, language, clip }: CourseClipFigureProps) {
  if (clip.status !== 'completed')
    return (
      <Figure>
        <div data-still role="status">
          {clip.status === 'processing'
            ? t('A clip is being filmed.')
            : clip.problem === null
              ? t('There is no clip.')
              : translateServerText(clip.problem)}
        </div>
      </Figure>
    );
  const poster = clip.has_poster ? { poster: clipAddress(courseClipPoster, courseId, clip.clip_id) } : {};
  return (
    <Figure>
      {/* a clip without speech needs no captions, and says so */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        controls
        preload="none"
        playsInline
        src={clipAddress(courseClipVideo, courseId, clip.clip_id)}
        {...poster}
        aria-label={t('Clip of this course')}
      >
        {clip.has_captions && (
          <track kind="captions" src={clipAddress(courseClipCaptions, courseId, clip.clip_id)} srcLang={language} label={t('Captions')} />
        )}
      </video>
      <figcaption>{clip.has_captions ? t('A clip with captions.') : t('A clip without speech: it has no captions.')}</figcaption>
    </Figure>
  );
}
