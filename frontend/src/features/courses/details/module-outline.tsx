import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { errorText, shortfallFrom } from '#frontend/lib/api-error.ts';
import { languageAttributes, type TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { failureReasons } from '#frontend/lib/failure-reasons.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { useRunStatus } from '#frontend/lib/polling/poll-run.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { Rows, MarginRow } from '#frontend/ui/margin-row.tsx';
import { moduleNote } from '#frontend/features/courses/details/module-list.tsx';
import { LessonMenu } from '#frontend/features/courses/lesson/lesson-menu.tsx';
import { FONTS, RADIUS } from '#frontend/theme/tokens.ts';
import { continuePlace, LEARN, learnParams, placeNumber } from '#frontend/features/courses/lesson/lesson-path.ts';
import { courseProposals, type CourseOf } from '#frontend/features/courses/version-queries.ts';
import {
  type MissingLessons,
  type OutlinedModule,
  missingOffer,
  useWriteMissing,
  type MissingLesson,
} from '#frontend/features/courses/details/missing-lessons-query.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { MetaLine, type MetaFact } from '#frontend/ui/meta-line.tsx';

/** The facts about a lesson that are shown before it is opened. */
function marksOf({ completed, bookmarked, pinned, notes, duration_minutes }: Lesson, hasNew: boolean): readonly MetaFact[] {
  return [
    hasNew && !completed && t('New'),
    completed && t('Completed'),
    bookmarked && t('Bookmarked'),
    pinned && t('Pinned'),
    notes.includes('edited') && t('Edited'),
    formatDuration(duration_minutes * 60),
  ];
}

interface ModuleOutlineProps {
  readonly of: CourseOf;
  readonly course: Course;
  readonly module: OutlinedModule;
  /** The run that left out the missing lessons; undefined for a complete course. */
  readonly run: MissingLessons | undefined;
}

/** A module of Course Details: its lessons with their marks, and the menus of module and lessons. */
export function ModuleOutline({ of, course, module, run }: ModuleOutlineProps) {
  const language = languageAttributes(course.language);
  const { title, lessons, number, index, missing } = module;
  const here = continuePlace(course);
  const { data: proposals = [] } = useQuery(courseProposals(of));
  const ready = proposals.filter(({ status }) => status === 'ready').flatMap((proposal) => proposal.lessons);
  const readyIds = new Set(ready.map(({ lesson_id }) => lesson_id));
  const writing = proposals.filter(({ status }) => status === 'writing');
  const writingIds = new Set(writing.filter((one) => !one.only_practice && !one.only_review).flatMap(({ lesson_ids }) => lesson_ids));
  const practiceIds = new Set(writing.filter((one) => one.only_practice).flatMap(({ lesson_ids }) => lesson_ids));
  const pinned = lessons.filter((lesson) => lesson.pinned).length;
  // in a partial course, existing lessons keep their numbers from the outline
  const rows = [
    ...lessons.map((lesson, at) => ({
      at,
      lesson,
      order: run?.outline.find(({ lessonId }) => lessonId === lesson.lesson_id)?.lesson ?? at,
    })),
    ...missing.map((lesson) => ({ at: null, lesson, order: lesson.lesson })),
  ].toSorted((one, other) => one.order - other.order);
  return (
    <div>
      <Stack direction="row" sx={{ alignItems: 'baseline', gap: 1 }}>
        <Typography component="h2" variant="h3" sx={{ flex: 1, minWidth: 0 }}>
          <VisuallyHidden>{t('Module')} </VisuallyHidden>
          {number + 1}{' '}
          <span {...language}>
            <FormulaText text={title} dir={language.dir} />
          </span>
        </Typography>
        {lessons.length > 0 && (
          <Typography variant="body2" color="textSecondary">
            {moduleNote(lessons)}
          </Typography>
        )}
        {index !== null && <LessonMenu of={of} subject={{ kind: 'module', module: index, title, lessons: lessons.length, pinned }} />}
      </Stack>
      <Rows>
        {rows.map(({ at, lesson, order }) =>
          at === null ? (
            run && (
              <MissingRow
                key={lesson.lessonId}
                of={of}
                from={run}
                lesson={lesson}
                language={language}
                writing={writing.find(({ lesson_ids: ids }) => ids.includes(lesson.lessonId))?.task_id}
              />
            )
          ) : (
            <OutlineRow
              key={lesson.lesson_id}
              as="li"
              state={lesson.completed ? 'done' : 'waiting'}
              className={here?.module === index && here.lesson === at ? 'is-next' : undefined}
            >
              <Typography component="span" color="textSecondary" sx={{ flex: 'none', width: '2.5rem', fontFamily: FONTS.reading }}>
                {placeNumber({ module: number, lesson: order })}
              </Typography>
              <Box component="span" sx={{ flex: '1 1 9rem', minWidth: 0 }}>
                <TextLink
                  {...language}
                  underline="hover"
                  color="inherit"
                  to={LEARN}
                  params={learnParams(of.courseId, { module: index ?? 0, lesson: at })}
                >
                  <FormulaText text={lesson.title} dir={language.dir} />
                </TextLink>
              </Box>
              <Typography component="span" variant="body2" color="textSecondary">
                <MetaLine
                  facts={[
                    readyIds.has(lesson.lesson_id) && t('New text ready'),
                    writingIds.has(lesson.lesson_id) && t('New text being written'),
                    practiceIds.has(lesson.lesson_id) && t('Practice being written'),
                    ...marksOf(lesson, Boolean(course.new_lessons)),
                  ]}
                />
              </Typography>
              <LessonMenu of={of} subject={{ kind: 'lesson', lessonId: lesson.lesson_id, title: lesson.title, isPinned: lesson.pinned }} />
            </OutlineRow>
          ),
        )}
      </Rows>
    </div>
  );
}

interface MissingRowProps {
  readonly of: CourseOf;
  /** The run that left it out. */
  readonly from: Pick<MissingLessons, 'taskId' | 'isStopped'>;
  readonly lesson: MissingLesson;
  readonly language: TextLanguage;
  /** The run that is writing it, started by any member. */
  readonly writing: string | undefined;
}

/** A missing lesson in its module, with a button to have it written. */
function MissingRow({ of, from: { taskId, isStopped }, lesson, language, writing }: MissingRowProps) {
  const { mutate, isPending, error } = useWriteMissing(of);
  const { data: offer } = useQuery(missingOffer(of));
  // its share of the price for all missing lessons
  const cost = offer && offer.lesson_ids.length > 0 ? Math.ceil(offer.cost / offer.lesson_ids.length) : 0;
  const shortfall = shortfallFrom(error);
  const title = (
    <span {...language}>
      <FormulaText text={lesson.title} dir={language.dir} />
    </span>
  );
  const reasons = failureReasons(lesson.failures);
  return (
    <OutlineRow as="li" state={writing ? 'writing' : isStopped ? 'waiting' : 'failed'}>
      <Typography component="span" color="textSecondary" sx={{ flex: 'none', width: '2.5rem' }}>
        {placeNumber(lesson)}
      </Typography>
      <Typography component="span" color="textSecondary" sx={{ flex: '1 1 9rem', minWidth: 0 }}>
        {title}
        {!writing && reasons && (
          <Typography component="span" variant="body2" sx={{ display: 'block' }}>
            {reasons}
          </Typography>
        )}
        {!writing && shortfall && <ShortfallNote shortfall={shortfall} />}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary" role="status">
        {writing ? (
          <Standing taskId={writing} />
        ) : error && !shortfall ? (
          errorText(error, t('We could not start writing this lesson.'))
        ) : (
          t('Not written')
        )}
      </Typography>
      <Box component="span" data-below>
        {!writing && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-busy={isPending}
            onClick={() => isPending || mutate({ taskId, lessonId: lesson.lessonId, cost })}
          >
            {t('Write')}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        )}
      </Box>
    </OutlineRow>
  );
}

/** The progress of the run that writes the lesson; the list of new texts polls the same run and refetches the course when it ends. */
function Standing({ taskId }: { readonly taskId: string }) {
  const { data: run } = useRunStatus(taskId);
  return run?.status === 'queued' ? t('Waiting to be started') : t('Being written');
}

/** A lesson in its module: number, title, marks and actions. On phones the marks are below the title. */
const OutlineRow = styled(MarginRow, { shouldForwardProp: () => true })(({ theme }) => ({
  '&&': {
    columnGap: 12,
    paddingBlock: 2,
    minHeight: 44,
    // as high as the row, for fingers
    '& a': { display: 'inline-block', paddingBlock: 8 },
    '&.is-next': {
      borderRadius: `0 ${RADIUS.control}px ${RADIUS.control}px 0`,
      backgroundColor: theme.vars.palette.background.paper,
      boxShadow: theme.vars.palette.shadow.soft,
      fontWeight: 700,
      '&:dir(rtl)': { borderRadius: `${RADIUS.control}px 0 0 ${RADIUS.control}px` },
      '&::before': { borderColor: theme.vars.palette.secondary.main },
    },
    [theme.breakpoints.down('sm')]: {
      display: 'grid',
      gridTemplateColumns: '2.5rem minmax(0, 1fr) auto',
      '& > :nth-of-type(3)': { gridColumn: 2, gridRow: 2 },
      '& > :last-child': { gridColumn: 3, gridRow: '1 / span 2' },
      // in large type, a button with a word leaves no room for the title
      '& > [data-below]': { gridColumn: 2, gridRow: 3 },
    },
  },
}));
