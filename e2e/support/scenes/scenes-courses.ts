import type { Page } from '@playwright/test';
import type { Sent } from '#contract/platform/mocked-answer.factory.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { listStudyDays } from '#contract/dashboard/dashboard.contract.ts';
import { getCertificate } from '#contract/practice/certificate.contract.ts';
import { completeLesson } from '#contract/progress/progress.contract.ts';
import { takeReminderQuestion } from '#contract/settings/settings.contract.ts';
import { answerQuestion, listReview, reviewForecast } from '#contract/practice/practice.contract.ts';
import type { Thread } from '#contract/courses/course-plan.contract.ts';
import { getCourse, listCourses, listSavedCourses } from '#contract/courses/courses.contract.ts';
import { getFinalTask } from '#contract/practice/final-task.contract.ts';
import {
  type DueCard,
  type FlashCard,
  listDecks,
  listFlashCards,
  rateFlashCard,
  makeFlashCards,
} from '#contract/practice/cards.contract.ts';
import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import { type Source, getPassage, listSources } from '#contract/sources/sources.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { mockAnswer, mockChange, refusing } from '../mocks.ts';
import { button, courseAddress, forgetAnswers, heading, link, press, rememberRun, type Scene, showRun, text } from './scene.ts';

const source = {
  type: 'pdf',
  address: null,
  status: 'ready',
  error: null,
  pages: null,
  hidden_slides: 0,
  words: 0,
  created_at: '2026-11-20T10:00:00.000Z',
} as const;
const SOURCES: readonly Source[] = [
  { ...source, source_id: 's1', name: 'wing-theory.pdf', pages: 12, words: 4200 },
  { ...source, source_id: 's2', type: 'docx', name: 'Notes of the flying club.docx', status: 'reading' },
  { ...source, source_id: 's3', name: 'scan.pdf', status: 'failed', error: t(ERRORS['source.no_text'].title) },
];
const PASSAGE = {
  source_id: 's1',
  source_name: 'wing-theory.pdf',
  number: 4,
  page: 12,
  headings: ['Lift'],
  text: 'A wing deflects air downwards. The air that is pushed down pushes the wing up in turn, and the faster it flies the less it has to deflect.\n\nAt a steep angle the flow separates.',
};
const CITATIONS = [
  {
    marker: 1,
    state: 'supported',
    quote: 'The air that is pushed down pushes the wing up in turn',
    passage: { source_id: 's1', source_name: 'wing-theory.pdf', number: 4, page: 12 },
  },
  { marker: 2, state: 'not_found', quote: 'Wings are warm', passage: null },
] as const;

const withSources = (page: Page) => mockAnswer(page, listSources, { sources: SOURCES });

/** Makes the shown lesson one that was written from sources. */
async function withCitations(page: Page): Promise<void> {
  await mockAnswer(page, getPassage, { passage: PASSAGE });
  await mockChange(page, getCourse, (body) => {
    const lesson = body.course?.modules[0]?.lessons[0];
    if (lesson) {
      lesson.content = `A wing sends air downwards, and is carried by it.[^1] Its skin is warm in flight.[^2]\n\n${lesson.content}`;
      lesson.citations = [...CITATIONS];
    }
    return body;
  });
}

const FINAL_TASK = {
  title: 'A wing of your own',
  task: 'A model wing weighs **480 g**, has 0.16 m² and flies at 9 m/s. Judge whether it is carried, and say what you would change first.',
  points: ['Its lift is worked out from area and speed', 'One change is named, with its reason'],
};

const WING: Thread = {
  kind: 'project',
  name: 'The club’s wing',
  summary: 'A school’s flying club builds a wing of balsa and paper, and asks at each step whether it will be carried.',
  facts: [
    { name: 'Span', value: '80 cm' },
    { name: 'Area', value: '0.16 m²' },
    { name: 'Weight', value: '480 g' },
    { name: 'Speed', value: '9 m/s, a brisk run into a light wind' },
  ],
  own: 'A paper glider that you fold and throw yourself.',
};

/** Makes the course one of a week, with a workshop in each module and a final task, whose reader has come to the second day. */
const withDays = async (page: Page) => {
  await mockAnswer(page, getFinalTask, { task: FINAL_TASK, answer: null, is_passed: false });
  await mockChange(page, getCourse, (body) => {
    const { course } = body;
    if (!course) return body;
    course.plan = {
      thread: WING,
      terms: [],
      conventions: [],
      lessons: [],
      final_task: { ...FINAL_TASK, solution: '' },
      pace: { unit: 'day', units: 7, minutes: { reading: 4, practice: 13, tasks: 14, review: 2 } },
    };
    for (const { lessons } of course.modules) {
      const last = lessons.at(-1);
      if (!last) continue;
      last.duration_minutes += 20;
      last.workshop = { title: 'A model wing', intro: 'Weigh it.', steps: [] };
    }
    for (const lesson of course.modules.flatMap(({ lessons }) => lessons).slice(0, 2)) lesson.completed = true;
    return body;
  });
};

/** Puts a workshop into the lesson that is shown: a step that asks for a number, and one that asks for a choice. */
const withWorkshop = (page: Page) =>
  mockChange(page, getCourse, (body) => {
    const lesson = body.course?.modules[0]?.lessons[0];
    if (lesson)
      lesson.workshop = {
        title: 'Does the model fly?',
        intro: 'A club builds a model wing of **0.16 m²** for a school. You work out whether it is carried at walking pace.',
        steps: [
          {
            id: 'w1',
            text: 'The wing weighs 480 g. How many grams does each square metre carry?\n\n| Wing | Value |\n|---|---|\n| Weight | 480 g |\n| Area | 0.16 m² |',
            field: { kind: 'number', answer: 3000, tolerance: 0, unit: 'g/m²' },
            hint: 'Divide the weight by the area.',
            explanation: '480 ÷ 0.16 = 3,000 g/m².',
          },
          {
            id: 'w2',
            text: 'The wind freshens. What changes?',
            field: {
              kind: 'choice',
              options: [
                { id: 'a', text: 'The wing carries more' },
                { id: 'b', text: 'The wing weighs less', feedback: 'Its weight stays as it is.' },
              ],
              answer_id: 'a',
            },
            hint: 'Lift grows with speed.',
            explanation: 'Lift grows with the square of the speed.',
          },
        ],
      };
    return body;
  });

const byText = <Option extends { readonly text: string }>(options: readonly Option[]): Option[] =>
  options.toSorted((one, other) => one.text.localeCompare(other.text));

/** Sorts options, which are shuffled by their lesson's id: it differs between recordings, and a picture needs a fixed order. */
async function withSortedOptions(page: Page): Promise<void> {
  await forgetAnswers(page);
  await mockChange(page, getCourse, (body) => {
    for (const { lessons } of body.course?.modules ?? [])
      for (const item of lessons.flatMap(({ quiz }) => quiz)) if ('options' in item) item.options = byText(item.options);
    return body;
  });
}

/** Marks all lessons of courses as completed, without flash cards. */
const withCompleted = (page: Page) =>
  mockChange(page, getCourse, (body) => {
    for (const lesson of (body.course?.modules ?? []).flatMap(({ lessons }) => lessons)) lesson.completed = true;
    return body;
  });

const session = (day: string, from: string, to: string) => ({ began_at: `${day}T${from}:00.000Z`, ended_at: `${day}T${to}:00.000Z` });
const STUDY_DAYS = [
  {
    day: '2026-11-20',
    minutes: 47,
    lessons: 2,
    sessions: [session('2026-11-20', '07:40', '08:05'), session('2026-11-20', '19:10', '19:32')],
  },
  { day: '2026-11-18', minutes: 12, lessons: 0, sessions: [session('2026-11-18', '20:01', '20:13')] },
];

const CARD = {
  course_id: 'c1',
  course_title: 'Bees on a roof',
  language: 'english',
  lesson_id: 'l1',
  lesson_title: 'The hive in spring',
  module: 0,
  lesson: 0,
  kind: 'single',
  question_id: 'q1',
  question: 'When may a hive be opened?',
  options: [
    { id: 'a', text: 'On a still, warm day' },
    { id: 'b', text: 'In the rain' },
  ],
  due_at: '2026-11-20T08:00:00.000Z',
};
const FLASH_CARDS: FlashCard[] = [
  { front: 'Who feeds the queen?', back: 'Young workers, with royal jelly' },
  { front: 'At what temperature does a colony keep its brood?', back: 'About $35\\,^\\circ\\mathrm{C}$' },
  { front: 'ماذا يأكل النحل؟', back: 'الرحيق وحبوب اللقاح' },
].map((sides, n) => ({
  ...sides,
  card_id: `c${n}`,
  deck: 'Beekeeping',
  source: null,
  due_at: n === 2 ? '2027-03-01T08:00:00.000Z' : '2026-01-01T08:00:00.000Z',
  reviews: n,
  known: 2 * n,
}));
/** The same while they are reviewed. */
const DUE_CARDS: DueCard[] = FLASH_CARDS.map((card) => ({
  ...card,
  returns_at: {
    again: '2026-01-01T08:01:00.000Z',
    hard: '2026-01-05T08:00:00.000Z',
    good: '2026-01-13T08:00:00.000Z',
    easy: '2026-01-28T08:00:00.000Z',
  },
}));

const FORECAST = {
  again: 0,
  questions: 0,
  flash_cards: 0,
  waiting: 0,
  days: [1, 5, 0, 3, 8, 1, 0, 4, 0, 2, 6, 0, 3, 1].map((due, n) => ({ day: `2026-12-${String(n + 1).padStart(2, '0')}`, due })),
};
const answer = (json: Sent<AnswerOf<typeof listReview>>) => (page: Page) => mockAnswer(page, listReview, json);
const MARKED = {
  is_right: false,
  right_ids: ['a'],
  explanation: 'Cold air chills the brood.',
  feedback: [],
  score: { right: 0, answered: 1, questions: 1 },
  due_at: CARD.due_at,
};
const CERTIFICATE = {
  id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14',
  course_title: 'Bees on a roof',
  holder_name: 'Ines Moreno',
  lesson_count: 9,
  course_version: 2,
  completed_at: '2026-11-19T08:00:00.000Z',
  issued_at: '2026-11-20T08:00:00.000Z',
  revoked_at: null,
};
const certificate = (changes: object) => (page: Page) => mockAnswer(page, getCertificate, { certificate: { ...CERTIFICATE, ...changes } });

/** The courses of a user, their sources, review and certificates. */
export const SCENES_COURSES: readonly Scene[] = [
  { name: 'courses empty', isMain: true, address: '/courses', ready: heading('Welcome to Your Learning Journey!') },
  {
    name: 'courses with one being written',
    isMain: true,
    who: 'learner',
    address: '/courses',
    ready: heading('Being written'),
    arrange: async (page, album) => {
      await showRun(({ run }) => run.middle)(page, album);
      await rememberRun(page, album);
    },
  },
  {
    name: 'courses not loaded',
    who: 'learner',
    isReadFirst: true,
    address: '/courses',
    ready: heading('Failed to load saved courses'),
    arrange: async (page) => {
      for (const list of [listCourses, listSavedCourses]) await refusing(list, 'validation.failed', 'The list could not be read.')(page);
    },
  },
  {
    name: 'course details',
    isMain: true,
    who: 'learner',
    address: courseAddress,
    arrange: (page) => mockAnswer(page, listStudyDays, { days: STUDY_DAYS }),
    ready: (page) => page.getByRole('link', { name: /^(Start Learning$|Continue: )/ }),
  },
  {
    name: 'course details, day by day',
    who: 'learner',
    address: courseAddress,
    arrange: withDays,
    act: press('All days'),
    ready: heading('A wing of your own'),
  },
  {
    name: 'course details, what it follows',
    who: 'learner',
    address: courseAddress,
    arrange: withDays,
    act: press('What the course follows'),
    ready: text('80 cm'),
  },
  {
    name: 'course unknown',
    who: 'learner',
    address: '/courses/019400aa-0000-7000-8000-000000000000',
    ready: link('Go to My Courses'),
  },
  {
    name: 'learning, a question answered wrong',
    isMain: true,
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    arrange: withSortedOptions,
    ready: text('Not quite. The answer is:'),
    act: async (page, { run }) => {
      const item = run.course.modules[0]!.lessons[0]!.quiz[0]!;
      const wrong = byText(optionsOf(item)).find(({ id }) => !rightIdsOf(item).includes(id))!;
      await page.getByRole('group', { name: item.question }).getByRole('radio', { name: wrong.text }).check();
      await page.getByRole('group', { name: item.question }).getByRole('button', { name: 'Check answer' }).click();
    },
  },
  {
    name: 'learning, a workshop with a wrong entry',
    isMain: true,
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    arrange: withWorkshop,
    ready: text('Not right yet.'),
    act: async (page) => {
      const workshop = page.getByRole('region', { name: t('Workshop') });
      await workshop.getByLabel(t('Your answer')).fill('12,5');
      await workshop.getByLabel(t('Your answer')).press('Enter');
    },
  },
  {
    name: 'learning, the flash cards of a completed lesson',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    isReadFirst: true,
    arrange: withCompleted,
    ready: button('Add 3 flash cards'),
    act: (page) => button('Add 3 flash cards')(page).scrollIntoViewIfNeeded(),
  },
  { name: 'own sources', address: '/create', arrange: withSources, ready: text('scan.pdf') },
  {
    name: 'a citation with its passage',
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/learn/0/0`,
    arrange: withCitations,
    ready: (page) => page.locator('mark'),
    async act(page) {
      await page.getByRole('button', { name: t('not from your sources') }).waitFor();
      await page.getByRole('button', { name: /wing-theory/ }).click();
    },
  },
  { name: 'flash cards, none yet', address: '/review/cards', ready: heading('No flash cards yet') },
  {
    name: 'flash cards',
    isMain: true,
    who: 'learner',
    address: '/review/cards',
    arrange: async (page) => {
      await mockAnswer(page, listDecks, {
        decks: [
          { deck: 'Beekeeping', course_id: null, cards: 3, due: 2 },
          { deck: 'Arabic verbs', course_id: null, cards: 41, due: 0 },
        ],
      });
      await mockAnswer(page, listFlashCards, {
        cards: FLASH_CARDS,
        next: null,
        total: FLASH_CARDS.length,
      });
    },
    ready: text('Who feeds the queen?'),
  },
  {
    name: 'review of a flash card',
    who: 'learner',
    address: '/review',
    arrange: answer({ due: 15, next_at: null, waiting: 12, cards: [], flash_cards: DUE_CARDS }),
    act: press('Show the answer'),
    ready: text('Young workers, with royal jelly'),
  },
  {
    name: 'a first lesson completed, with the question for a reminder',
    who: 'learner',
    address: ({ run }) => `/courses/${run.course.course_id}/learn/0/0`,
    arrange: async (page) => {
      await mockAnswer(page, completeLesson, { points_awarded: 25, total_points: 35, course_completed: false, progress: 12 });
      await mockAnswer(page, takeReminderQuestion, { is_asked: true });
    },
    act: async (page) => {
      await page.getByRole('button', { name: t('Complete Lesson') }).click();
      const anyway = page.getByRole('button', { name: t('Complete anyway') });
      await anyway.or(page.getByRole('button', { name: t('Remind me') })).click();
      await page.getByRole('button', { name: t('Remind me') }).waitFor();
    },
    ready: button('Remind me'),
  },
  {
    name: 'study, the end of a round',
    who: 'learner',
    address: '/review/study?deck=Beekeeping',
    arrange: async (page) => {
      await mockAnswer(page, listReview, { due: 1, next_at: null, waiting: 0, cards: [], flash_cards: DUE_CARDS.slice(0, 1) });
      await mockAnswer(page, rateFlashCard, { due_at: CARD.due_at });
      await mockAnswer(page, reviewForecast, FORECAST);
    },
    act: async (page) => {
      await page.getByRole('button', { name: t('Show the answer') }).click();
      await page.keyboard.press('1');
    },
    ready: heading('Upcoming reviews'),
  },
  {
    name: 'course, its cards',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/cards`,
    ready: button('Create flash cards'),
  },
  {
    name: 'course, its cards, whose price has changed',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/cards`,
    arrange: refusing(makeFlashCards, 'price.changed', 'It costs more by now.', { needed: 4.5, available: 1.2 }),
    act: press('Create flash cards'),
    ready: heading('The price has changed'),
  },
  {
    name: 'course, its end',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/done`,
    arrange: (page, { run: { course } }) => {
      const modules = course.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((lesson) => ({ ...lesson, completed: true })),
      }));
      return mockAnswer(page, getCourse, {
        course: { ...course, status: 'completed', progress: 100, modules },
      });
    },
    ready: heading('Congratulations'),
  },
  { name: 'course, about it', who: 'learner', address: (album) => `${courseAddress(album)}/about`, ready: heading('Learning objectives') },
  {
    name: 'review, fifteen minutes done',
    who: 'learner',
    address: '/review',
    arrange: answer({ due: 12, next_at: null, waiting: 12, cards: [], flash_cards: [] }),
    ready: heading('You have reviewed for fifteen minutes today'),
  },
  { name: 'review, nothing due', address: '/review', ready: heading('Nothing to review now') },
  {
    name: 'review answered',
    address: '/review',
    arrange: async (page) => {
      await answer({ due: 1, next_at: null, waiting: 0, cards: [CARD], flash_cards: [] })(page);
      await mockAnswer(page, answerQuestion, MARKED);
    },
    act: async (page) => {
      await page.getByLabel('In the rain').check();
      await page.getByRole('button', { name: t('Check answer') }).click();
    },
    ready: button('Next question'),
  },
  { name: 'certificate', who: 'nobody', address: `/certificates/${CERTIFICATE.id}`, arrange: certificate({}), ready: text('Ines Moreno') },
  {
    name: 'certificate, revoked',
    who: 'nobody',
    address: `/certificates/${CERTIFICATE.id}`,
    arrange: certificate({ revoked_at: '2026-11-20T09:00:00.000Z' }),
    ready: text(/^This certificate was revoked/),
  },
  {
    name: 'certificate that is not there',
    who: 'nobody',
    address: `/certificates/${CERTIFICATE.id}`,
    ready: heading('Certificate not found'),
  },
];
