import { useState } from 'react';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContinueCourse } from '#contract/progress/reading-place.contract.ts';
import { coursesToContinue, oneCourse } from '#frontend/features/courses/course-queries.ts';
import { LEARN, learnParams, lessonAt } from '#frontend/features/courses/lesson/lesson-path.ts';
import { LessonMarkdown } from '#frontend/ui/markdown/lesson-markdown.tsx';
import { LeansOn } from '#frontend/features/mentor/leans-on.tsx';
import { MentorChat } from '#frontend/features/mentor/mentor-chat.tsx';
import { messagesOf, oneSession } from '#frontend/features/mentor/mentor-queries.ts';
import type { OtherQuestion } from '#frontend/features/mentor/mentor-starters.tsx';
import { lessonNumber } from '#frontend/features/mentor/mentor-words.ts';
import type { RenderText } from '#frontend/features/mentor/message-item.tsx';
import { SessionList } from '#frontend/features/mentor/session-list.tsx';
import { useDueCount } from '#frontend/features/practice/review-query.ts';
import { useKeptAnswers } from '#frontend/pages/use-kept-answers.ts';
import { useOpenCourse } from '#frontend/lib/courses/open-course.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { useServiceCount } from '#frontend/lib/about.ts';
import { byServiceCount } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { BOTTOM_BAR_HEIGHT, GUTTER_PX } from '#frontend/theme/tokens.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';

/** From these widths on, the list of conversations is beside the open one, and so are the passages that its answers quote. */
const BESIDE = '(min-width: 1024px)';
const THREE_COLUMNS = '(min-width: 1280px)';
/** Height of the header above, px. */
const HEADER_PX = { phone: 56, wide: 64 } as const;

/** The conversation fills the page: it has the height of the window, and columns of their own beside it for list and passages. */
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  '--conversation-height': `calc(100dvh - ${HEADER_PX.phone}px - ${BOTTOM_BAR_HEIGHT})`,
  [theme.breakpoints.up('md')]: { '--conversation-height': `calc(100dvh - ${HEADER_PX.wide}px)` },
  [`@media ${BESIDE}`]: { gridTemplateColumns: '17rem minmax(0, 1fr)' },
  [`@media ${THREE_COLUMNS}`]: { '&[data-leans]': { gridTemplateColumns: '17rem minmax(0, 1fr) 18.5rem' } },
  '& > [data-column]': {
    borderInlineEnd: `1px solid ${theme.vars.palette.line.hairline}`,
    backgroundColor: theme.vars.palette.background.paper,
    '& > div': { position: 'sticky', insetBlockStart: 0, boxSizing: 'border-box', maxHeight: '100dvh', overflowY: 'auto', padding: 16 },
  },
  '& > [data-column="end"]': {
    border: 0,
    borderInlineStart: `1px solid ${theme.vars.palette.line.hairline}`,
    backgroundColor: 'transparent',
  },
}));

const Conversation = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxWidth: 680 + 2 * GUTTER_PX.wide,
  minHeight: 'var(--conversation-height)',
  marginInline: 'auto',
  paddingInline: GUTTER_PX.phone,
  paddingBlockStart: 16,
  [theme.breakpoints.up('md')]: { paddingInline: GUTTER_PX.wide },
}));

const renderText: RenderText = (text, cite) => <LessonMarkdown cite={cite}>{text}</LessonMarkdown>;

/** The AI Mentor: the list of conversations, and the open one, whose id is in the URL, with the passages it quotes. */
export default function MentorPage() {
  const n = useServiceCount();
  const { user_id: userId } = useUser();
  const { session: sessionId, q = '' } = useSearch({ from: '/app/mentor' });
  const navigate = useNavigate({ from: '/mentor' });
  /** A conversation started here keeps its component when it gets its URL. */
  const [begun, setBegun] = useState({ id: '', key: 'new 0', count: 0 });
  const { data: read = [] } = useQuery(coursesToContinue(userId));
  const isNew = sessionId === undefined || sessionId === begun.id;
  const about = useKnownLesson(userId, isNew ? read[0] : undefined);
  const others = read.flatMap((course, at) => (course.course_id === about?.courseId ? [] : [otherQuestion(course, at)]));
  const due = useDueCount(userId);
  const keep = useKeptAnswers({ userId, courseId: about?.courseId ?? '', lessonId: about?.lessonId ?? '' });
  const isBeside = useMediaQuery(BESIDE, { noSsr: true });
  const hasThree = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const [lit, setLit] = useState<string | null>(null);
  const open = useInfiniteQuery({ ...oneSession(userId, sessionId ?? ''), enabled: sessionId !== undefined });
  /** The newest answer that knew a lesson, for the head; and the newest one with passages, for their column. */
  const answers = messagesOf(open.data?.pages ?? []).filter(({ knows }) => knows !== null);
  const knows = answers.at(-1)?.knows;
  const quoting = answers.filter(({ quotes }) => quotes.length > 0);
  const leansOn = hasThree && quoting.length > 0;
  const key = sessionId === undefined || sessionId === begun.id ? begun.key : sessionId;
  const startNew = () => {
    setBegun(({ count }) => ({ id: '', key: `new ${count + 1}`, count: count + 1 }));
    void navigate({ search: (old) => ({ ...old, session: undefined }) });
  };
  const list = (
    <SessionList
      userId={userId}
      current={sessionId}
      query={q}
      onQuery={(text) => void navigate({ search: (old) => ({ ...old, q: text || undefined }), replace: true })}
      onNew={startNew}
    />
  );
  return (
    <Columns data-frame="desk" data-leans={leansOn ? '' : undefined}>
      {isBeside ? (
        <div data-column="start">
          <div>{list}</div>
        </div>
      ) : (
        <Accordion square disableGutters>
          <AccordionSummary expandIcon={<ExpandMoreIcon aria-hidden />}>{t('Conversations')}</AccordionSummary>
          <AccordionDetails>{list}</AccordionDetails>
        </Accordion>
      )}
      <Conversation>
        <FrameHead
          isDense={sessionId !== undefined}
          title={open.data?.pages[0]?.session.title ?? t('AI Mentor')}
          {...(open.data && { language: { dir: 'auto' as const }, partOf: t('AI Mentor') })}
          subtitle={
            knows
              ? t('Knows lesson {number}: {title}', { number: lessonNumber(knows), title: formulaWords(knows.lesson_title, 'rtl') })
              : byServiceCount(n, {
                  all: t('Ask about what you are learning. Four AI services, each with its own style.'),
                  some: t(
                    'Ask about what you are learning. {n, plural, one {# AI service answers, in four styles.} other {# AI services answer, in four styles.}}',
                    { n },
                  ),
                  library: t('Ask about what you are learning. No AI service is connected: the demo library answers.'),
                  none: t('Ask about what you are learning. No AI service is connected yet.'),
                })
          }
          actions={
            knows && (
              <LinkButton size="small" variant="outlined" color="inherit" to={LEARN} params={learnParams(knows.course_id, knows)}>
                {t('Open the lesson')}
              </LinkButton>
            )
          }
        />
        <MentorChat
          key={key}
          size="page"
          userId={userId}
          sessionId={sessionId}
          onSession={(id) => {
            setBegun((old) => ({ ...old, id }));
            void navigate({ search: (old) => ({ ...old, session: id }), replace: true });
          }}
          about={about}
          lessonCard={about?.card}
          others={others}
          due={due}
          renderText={renderText}
          lit={lit}
          onKeep={keep}
          onPassage={hasThree ? setLit : undefined}
        />
      </Conversation>
      {leansOn && (
        <div data-column="end">
          <Box component="div">
            <LeansOn answers={quoting} lit={lit} />
          </Box>
        </div>
      )}
    </Columns>
  );
}

/** Starter questions about the next lesson of a course, by the course's position among the most recently read. */
const QUESTIONS: readonly ((lesson: string) => string)[] = [
  (lesson) => t('What should I know before I read “{lesson}”?', { lesson }),
  (lesson) => t('Summarise “{lesson}” for me', { lesson }),
  (lesson) => t('Ask me three questions about “{lesson}”', { lesson }),
];

const otherQuestion = ({ course_id: courseId, title, lesson }: ContinueCourse, at: number): OtherQuestion => ({
  words: QUESTIONS[at % QUESTIONS.length]!(formulaWords(lesson.title, undefined)),
  course: formulaWords(title, undefined),
  about: { courseId, lessonId: lesson.lesson_id, passage: null },
});

/** The lesson open in this tab, else the next lesson of the most recently read course. */
function useKnownLesson(userId: string, last: ContinueCourse | undefined) {
  const opened = useOpenCourse();
  const open = opened ?? (last && { courseId: last.course_id, module: last.lesson.module, lesson: last.lesson.lesson }) ?? null;
  const { data: course } = useQuery({ ...oneCourse(userId, open?.courseId ?? ''), enabled: open !== null });
  const lesson = open && course && lessonAt(course, open);
  if (!open || !course || !lesson) return null;
  return {
    courseId: course.course_id,
    lessonId: lesson.lesson_id,
    passage: null,
    words: t('Knows lesson {number}: {title}', { number: lessonNumber(open), title: lesson.title }),
    card: (
      <>
        <Box sx={{ flex: 'none', width: 72 }}>
          <CourseCover
            title={course.title}
            picture={course.pictures?.cover && pictureOf(course.course_id, course.pictures.cover, 'small')}
          />
        </Box>
        <Box sx={{ flex: '1 1 11rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Typography component="div" variant="subtitle1" dir="auto">
            <FormulaText text={`${lessonNumber(open)} ${lesson.title}`} dir="rtl" />
          </Typography>
          <Typography component="div" variant="body2" color="textSecondary" dir="auto">
            <FormulaText text={course.title} dir="rtl" />
          </Typography>
        </Box>
      </>
    ),
  };
}
