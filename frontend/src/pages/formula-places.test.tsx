import { waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MentorMessage } from '#contract/mentor/mentor.contract.ts';
import { notificationWords } from '#frontend/features/notifications/notification-words.ts';
import { PaletteDialog } from '#frontend/app/search/palette-dialog.tsx';
import { buildConceptMap } from '#frontend/features/courses/concept-map/build-concept-map.ts';
import { ConceptMapView } from '#frontend/features/courses/concept-map/concept-map-view.tsx';
import { NodePanel } from '#frontend/features/courses/concept-map/node-panel.tsx';
import { aCourse, aLesson, aSummary } from '#frontend/features/courses/course.factory.ts';
import { CourseAbout } from '#frontend/features/courses/details/course-details.tsx';
import { LearningView } from '#frontend/features/courses/lesson/learning-view.tsx';
import { ShelfCourse } from '#frontend/features/courses/list/shelf-course.tsx';
import { PointsLedger } from '#frontend/features/dashboard/all-achievements.tsx';
import { RunOutline } from '#frontend/features/generation/run/run-outline.tsx';
import { aRun, aSummary as aRunSummary } from '#frontend/features/generation/run/run.factory.ts';
import { RunsList } from '#frontend/features/generation/runs/runs-list.tsx';
import { LeansOn } from '#frontend/features/mentor/leans-on.tsx';
import { MessageItem } from '#frontend/features/mentor/message-item.tsx';
import { AskedQuestion, Marked } from '#frontend/features/practice/asked-question.tsx';
import { CertificateList } from '#frontend/features/practice/certificate-list.tsx';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { partly, showScreen, stubServer } from '#frontend/testing/show-screen.tsx';
import { QuestionOptions } from '#frontend/ui/quiz/question-options.tsx';

/** A formula and two prices: the formula is drawn, the prices stay. */
const TEXT = 'Is $x^2$ more than 5$/kg and 10$/kg, or $7?';
const PRICES = 'more than 5$/kg and 10$/kg, or $7?';
const AT = '2026-11-20T10:00:00.000Z';
const language = { lang: 'en', dir: 'ltr' } as const;
const options = [
  { id: 'a', text: TEXT },
  { id: 'b', text: 'No.' },
];
const lesson = aLesson(0, 0, {
  title: TEXT,
  content: `${TEXT}\n\nA **swarm** is a colony that leaves.`,
  objectives: [TEXT],
  key_takeaways: [TEXT],
  quiz: [{ id: 'q1', question: TEXT, options, answer_id: 'a', explanation: TEXT }],
  exercises: [{ id: 'e1', title: TEXT, instructions: TEXT }],
});
const course = aCourse({
  title: TEXT,
  description: TEXT,
  learning_objectives: [TEXT],
  expert_insights: [TEXT],
  industry_relevance: [TEXT],
  modules: [{ title: TEXT, summary: TEXT, lessons: [lesson, aLesson(0, 1, { content: 'A swarm settles.' })] }],
});
const map = buildConceptMap(course, 'en');
const knows = { course_id: 'course-1', course_title: TEXT, lesson_id: 'lesson-0-0', module: 0, lesson: 0, lesson_title: TEXT, notes: 0 };
const message: MentorMessage = {
  message_id: 'q1',
  sender: 'user',
  message: TEXT,
  timestamp: AT,
  state: 'sent',
  reply_to: null,
  ai_engine: null,
  ai_engine_used: null,
  manner: null,
  knows,
  passage: TEXT,
  socratic: false,
  quotes: [TEXT],
  safety: null,
  tokens_charged: 0,
  paid_by_plan: false,
  error: null,
};
const nothing = () => undefined;

interface Place {
  readonly place: string;
  readonly element: ReactElement;
  /** The minimum number of drawn formulas. */
  readonly formulas: number;
  /** The server's answer. */
  readonly body?: unknown;
}

const PLACES: readonly Place[] = [
  {
    place: 'a lesson',
    element: <LearningView userId="u1" course={course} place={{ module: 0, lesson: 0 }} onExit={nothing} />,
    formulas: 8,
    body: { proposals: [] },
  },
  {
    place: 'what a course is about',
    element: <CourseAbout course={course} />,
    formulas: 5,
  },
  {
    place: 'a shelf',
    element: <ShelfCourse course={aSummary(1, { title: TEXT })} next={undefined} onToggleSaved={nothing} />,
    formulas: 1,
  },
  {
    place: 'the runs',
    element: <RunsList userId="u1" />,
    formulas: 1,
    body: { runs: [aRunSummary({ title: TEXT, status: 'failed', can_retry: true })], next: null },
  },
  {
    place: 'a run',
    element: (
      <RunOutline run={aRun({ items: aRun().items.map((item) => ({ ...item, title: TEXT, module_title: TEXT })) })} language={language} />
    ),
    formulas: 3,
  },
  {
    place: 'the achievements',
    element: <PointsLedger userId="u1" />,
    formulas: 2,
    body: {
      entries: [{ id: 1, kind: 'lesson', points: 5, subject: TEXT, subject_words: null, course_title: TEXT, created_at: AT }],
      total: 5,
      next: null,
    },
  },
  {
    place: 'the search',
    element: (
      <PaletteDialog
        placeholder="Search"
        query="x"
        onQuery={nothing}
        groups={[{ id: 'own', caption: 'Yours', entries: [{ id: '1', caption: TEXT, note: TEXT, does: null }] }]}
        isFetching={false}
        onPerform={nothing}
        onClose={nothing}
      />
    ),
    formulas: 2,
  },
  {
    place: 'a question to the mentor',
    element: <MessageItem message={message} renderText={(text) => text} />,
    formulas: 2,
  },
  {
    place: 'what the mentor leans on',
    element: <LeansOn answers={[message]} lit={null} />,
    formulas: 2,
  },
  {
    place: 'the map as a list',
    element: (
      <ConceptMapView
        courseId="course-1"
        map={map}
        language={language}
        chosen={null}
        untranslated={0}
        view="list"
        choice={{}}
        onChange={nothing}
        onChoose={nothing}
      />
    ),
    formulas: 1,
  },
  {
    place: 'beside the map',
    element: <NodePanel courseId="course-1" map={map} language={language} chosen="1.1" onChoose={nothing} />,
    formulas: 1,
  },
  {
    place: 'a question of the review',
    element: (
      <AskedQuestion question={TEXT} language={language}>
        <QuestionOptions kind="single" options={options} chosen={[]} onChoose={nothing} language={language} />
        <Marked mark={{ is_right: false, right_ids: ['a'], explanation: TEXT }} kind="single" options={options} language={language} />
      </AskedQuestion>
    ),
    formulas: 4,
  },
  {
    place: 'the certificates',
    element: <CertificateList userId="u1" />,
    formulas: 1,
    body: {
      certificates: [
        {
          id: 'c1',
          course_title: TEXT,
          holder_name: 'Ines',
          lesson_count: 1,
          course_version: 1,
          course_id: 'course-1',
          new_lessons: 0,
          completed_at: AT,
          issued_at: AT,
          revoked_at: null,
        },
      ],
    },
  },
];

describe('a text of a course with a formula and prices', () => {
  beforeEach(() => void stubServer(() => partly({ proposals: [] })));

  it.each(PLACES)('is drawn, and its prices stay: $place', async ({ element, formulas, body }) => {
    if (body) stubServer(() => partly(body));
    await showScreen(element);
    await waitFor(() => expect(document.body.querySelectorAll('math').length).toBeGreaterThanOrEqual(formulas));
    const text = document.body.textContent.replaceAll('\u00A0', ' ');
    expect(text).not.toContain('$x^2$');
    expect(text).toContain(PRICES);
    for (const named of document.body.querySelectorAll('[aria-label]')) expect(named.getAttribute('aria-label')).not.toContain('$x^2$');
  });

  it.each([
    ['a sentence', t('Continue with “{title}”', { title: TEXT })],
    ['a sentence of the server', translateServerText('', { key: 'Lessons: {title}', values: { title: TEXT } })],
    [
      'a notification',
      notificationWords({
        id: 1,
        kind: 'run.completed',
        subject: TEXT,
        task_id: null,
        course_id: null,
        created_at: AT,
        read_at: null,
      } as never).text,
    ],
  ])('is in words where nothing can be drawn: %s', (_, words) => {
    expect(words).toContain(`Is x^2 ${PRICES}`);
  });
});
