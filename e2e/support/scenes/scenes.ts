import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import type { Locator, Page } from '@playwright/test';
import { t } from '#frontend/lib/text.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { AllowedFigures } from '../figures.ts';
import { scriptOf } from '../chunks.ts';
import { describeCourse, signInByForm } from '../forms.ts';
import type { RecordedRun } from '../record-run.ts';
import type { Workshop } from '../record-workshop.ts';
import { mockAnswer, mockSilence, refusing } from '../mocks.ts';

/** The recorded data of the scenes: a course with its run, a failed run, and another user's unfinished work. */
export interface Album {
  readonly userId: string;
  readonly run: RecordedRun;
  readonly failed: StatusEnvelope;
  /** Belongs to the author. */
  readonly workshop: Workshop;
}

/** One screen in one state. */
export interface Scene {
  readonly name: string;
  /**
   * nobody: not signed in; newcomer: signed in, no course yet; learner: owns the runs; author: owns the workshop with its live run; operator:
   * the sample account with that role.
   */
  readonly who: 'nobody' | 'newcomer' | 'learner' | 'author' | 'operator';
  readonly address: (album: Album) => string;
  /** Before the page is opened: mocks the server's answers. */
  readonly arrange?: (page: Page, album: Album) => Promise<unknown>;
  /** After it is opened: the user's actions. */
  readonly act?: (page: Page, album: Album) => Promise<unknown>;
  /** Figures the screen derives from its data: sums. */
  readonly worksOut?: AllowedFigures;
  /** Visible when the screen is complete. */
  readonly ready: (page: Page, album: Album) => Locator;
}

const inLanguage = (words: string | RegExp) => (typeof words === 'string' ? t(words) : words);
type Named = (name: string | RegExp) => (page: Page) => Locator;
/** Parts of a screen; the product's own texts are sought in the language that is read. */
export const text: Named = (words) => (page) => page.getByText(inLanguage(words));
export const heading: Named = (name) => (page) => page.getByRole('heading', { name: inLanguage(name) }).first();
export const button: Named = (name) => (page) => page.getByRole('button', { name: inLanguage(name) });
export const dialog: Named = (name) => (page) => page.getByRole('dialog', { name: inLanguage(name) });
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
/** Freezes a run's page at one moment. */
export const showRun = (envelope: (album: Album) => StatusEnvelope) => (page: Page, album: Album) =>
  mockAnswer(page, '**/api/generate-course/status/*', envelope(album));
export const runAddress = ({ run }: Album) => `/create/runs/${run.taskId}`;
const courseAddress = ({ run }: Album) => `/courses/${run.course.course_id}`;
export const firstItem = (album: Album) => album.run.middle.items.find(({ readable }) => readable)!;

/** Makes this browser remember having requested the course; with `isRepeat`, after it had been written. */
export const rememberRun = (page: Page, { run, userId }: Album, isRepeat = false) =>
  page.addInitScript(
    ([key, runs]) => localStorage.setItem(key!, runs!),
    [
      `recent_runs:${userId}`,
      JSON.stringify([{ task_id: run.taskId, values: { topic: run.middle.topic, language_preference: 'english' }, isRepeat }]),
    ],
  );

/** Clears the stored quiz answers of a lesson, which would otherwise be shown as marked. */
export const forgetAnswers = (page: Page) =>
  mockAnswer(page, '**/lessons/*/answers', { answers: [], score: { right: 0, answered: 0, questions: 0 } });

const wish = { topic: 'Keeping bees on a city roof', goals: 'Look after one colony through a whole year', age: 34 };

/** Every screen, in all states that look different. */
export const SCENES: readonly Scene[] = [
  {
    name: 'sign-in refused',
    who: 'nobody',
    address: () => '/sign-in',
    ready: (page) => page.getByRole('alert').getByText('do not match'),
    arrange: refusing('**/api/auth/login', 401, 'Email and password do not match.'),
    act: (page) => signInByForm(page, 'ines@example.com', 'wrong'),
  },
  { name: 'create account', who: 'nobody', address: () => '/sign-in?mode=create', ready: heading('Create your account') },
  { name: 'page not found', who: 'nobody', address: () => '/nowhere', ready: heading('Page not found') },
  {
    name: 'loading',
    who: 'learner',
    address: () => '/create',
    ready: heading('Loading Coursewright'),
    arrange: (page) => mockSilence(page, '**/api/auth/me'),
  },
  {
    name: 'loading error',
    who: 'nobody',
    address: () => '/sign-in',
    ready: heading('Loading Error'),
    arrange: (page) => page.route(`**${scriptOf('src/pages/sign-in-page.tsx')}`, (route) => route.abort()),
  },
  { name: 'builder empty', who: 'newcomer', address: () => '/create', ready: (page) => page.getByLabel('Topic') },
  {
    name: 'builder filled, all sections open',
    who: 'newcomer',
    address: () => '/create',
    ready: (page) => page.getByLabel('Sources to draw on'),
    act: async (page) => {
      await describeCourse(page, wish);
      for (const section of await page.locator('summary').all()) await section.click();
    },
  },
  {
    name: 'builder refused',
    who: 'newcomer',
    address: () => '/create',
    ready: text('Course generation failed'),
    arrange: refusing('**/api/generate-course', 500, 'Something went wrong on our side.'),
    act: async (page) => {
      await describeCourse(page, wish);
      await page.getByRole('button', { name: 'Generate Course' }).click();
    },
  },
  { name: 'profile menu', who: 'learner', address: () => '/create', ready: dialog('Profile menu'), act: press('Profile menu') },
  {
    name: 'notifications',
    who: 'learner',
    address: courseAddress,
    ready: dialog('Notifications'),
    arrange: refusing('**/api/courses/save', 500, 'no'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Bookmark Course' }).click();
      await page.getByText('Failed to save course').waitFor();
      await page.getByRole('button', { name: /^Notifications/ }).click();
    },
  },
  {
    name: 'run, outline being written',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.outline),
    ready: text('The outline is being written.'),
  },
  {
    name: 'run in the middle',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.middle),
    ready: (page) => page.getByRole('link', { name: 'Read now' }).first(),
  },
  {
    name: 'run in the middle, log open, no connection',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.middle),
    ready: text('No connection to the server.'),
    act: async (page) => {
      await page.getByText(/^Log, \d+ events/).click();
      await page.route('**/api/generate-course/status/*', (route) => route.abort());
    },
  },
  { name: 'run failed', who: 'learner', address: ({ failed }) => `/create/runs/${failed.task_id}`, ready: button('Start again') },
  { name: 'run finished', who: 'learner', address: runAddress, ready: (page) => page.getByRole('link', { name: 'Open course' }) },
  {
    name: 'run unknown',
    who: 'learner',
    address: () => '/create/runs/019400aa-0000-7000-8000-000000000000',
    ready: heading('There is no course at this address'),
  },
  {
    name: 'lesson of a run',
    who: 'learner',
    address: (album) => `${runAddress(album)}/lessons/${firstItem(album).id}`,
    arrange: showRun(({ run }) => run.middle),
    ready: heading('Key takeaways'),
  },
  {
    name: 'lesson of a run, not ready',
    who: 'learner',
    address: (album) => `${runAddress(album)}/lessons/019400aa-0000-7000-8000-000000000000`,
    arrange: showRun(({ run }) => run.middle),
    ready: text('The course has no such lesson'),
  },
  { name: 'courses empty', who: 'newcomer', address: () => '/courses', ready: heading('Welcome to Your Learning Journey!') },
  {
    name: 'courses with one being written',
    who: 'learner',
    address: () => '/courses',
    ready: heading('Being written'),
    arrange: async (page, album) => {
      await showRun(({ run }) => run.middle)(page, album);
      await rememberRun(page, album);
    },
  },
  { name: 'courses, nothing found', who: 'learner', address: () => '/courses?q=zeppelin', ready: heading('No course matches') },
  {
    name: 'courses not loaded',
    who: 'learner',
    address: () => '/courses',
    ready: heading('Failed to load saved courses'),
    arrange: refusing(/\/api\/courses\/(saved\/)?[^/]+$/, 400, 'The list could not be read.'),
  },
  {
    name: 'course details',
    who: 'learner',
    address: courseAddress,
    ready: (page) => page.getByRole('link', { name: /^(Start Learning|Continue)$/ }),
  },
  {
    name: 'course unknown',
    who: 'learner',
    address: () => '/courses/019400aa-0000-7000-8000-000000000000',
    ready: heading('There is no course at this address'),
  },
  {
    name: 'learning, a question answered wrong',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    arrange: forgetAnswers,
    ready: text('Not quite. The answer is:'),
    act: async (page, { run }) => {
      const item = run.course.modules[0]!.lessons[0]!.quiz[0]!;
      const wrong = optionsOf(item).find(({ id }) => !rightIdsOf(item).includes(id))!;
      await page.getByRole('group', { name: item.question }).getByRole('radio', { name: wrong.text }).check();
      await page.getByRole('group', { name: item.question }).getByRole('button', { name: 'Check answer' }).click();
    },
  },
  {
    name: 'learning, no such lesson',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/99/0`,
    ready: heading('No such lesson'),
  },
];
