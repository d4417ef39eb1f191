import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { openReadyCourse } from '#contract/courses/library.contract.ts';
import { saveCourse } from '#contract/courses/courses.contract.ts';
import { listReadyCourses } from '#contract/courses/library.contract.ts';
import { me } from '#contract/identity/identity.contract.ts';
import { generateCourse, getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { inEnglish, toSentence } from '#contract/platform/sentence.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { askForTutor, describeCourse } from '../forms.ts';
import { mockOutage, mockSilence, refusing } from '../mocks.ts';
import {
  type Album,
  button,
  courseAddress,
  dialog,
  readableItem,
  heading,
  link,
  press,
  rememberRun,
  runAddress,
  type Scene,
  showRun,
  text,
} from './scene.ts';

const wish = { topic: 'Keeping bees on a city roof', goals: 'Look after one colony through a whole year', age: 34 };

const workshopAddress = ({ workshop }: Album) => `/courses/${workshop.course.course_id}`;

/** The status of a run that its learner stopped without keeping anything. */
const stopped = (run: StatusEnvelope): StatusEnvelope => {
  const said = toSentence('You stopped it. Nothing was charged.');
  const at = run.log.at(-1)!.at;
  const log = [...run.log, { at, event: 'run.cancelled', text: inEnglish(said) }];
  return { ...run, status: 'cancelled', stopped: true, finished_at: at, eta: null, log };
};

const ofAll = <T>(state: T) => ({ grok: state, claude: state, gemini: state, openai: state });
/** The status of a run that waits because no service answers. */
const unanswered = (run: StatusEnvelope): StatusEnvelope => ({
  ...run,
  services: ofAll('failed'),
  service_failures: ofAll('vendors.unavailable'),
  eta: null,
});

/** The AI Builder, runs, and the screens on which a learner decides about a run or about the text of a course. */
export const SCENES_GENERATION: readonly Scene[] = [
  {
    name: 'loading',
    who: 'learner',
    address: '/create',
    ready: heading('Loading Coursewright'),
    arrange: (page) => mockSilence(page, me),
  },
  { name: 'welcome', isMain: true, address: '/welcome', ready: heading('What have you always wanted to understand?') },
  {
    name: 'welcome, a topic of the library',
    isMain: true,
    address: '/welcome',
    ready: text('is ready in the library'),
    act: press('Sourdough bread at home'),
  },
  {
    name: 'welcome, a topic that the library lacks',
    isMain: true,
    address: '/welcome',
    ready: (page) => page.getByLabel(t('How old are you?')),
    act: (page) => page.getByLabel(t('In your own words')).fill('Roman law'),
  },
  {
    name: 'welcome, not opened',
    address: '/welcome',
    ready: text('The course could not be opened'),
    arrange: refusing(openReadyCourse, 'service.unavailable', 'The library could not be reached.'),
    act: async (page) => {
      await press('Sourdough bread at home')(page);
      await press('Start reading')(page);
    },
  },
  { name: 'builder empty', address: '/create', ready: (page) => page.getByLabel('Topic') },
  {
    name: 'builder filled, all sections open',
    isMain: true,
    address: '/create',
    ready: (page) => page.getByLabel('Sources to draw on'),
    act: async (page) => {
      await describeCourse(page, wish);
      for (const section of await page.getByRole('form', { name: 'Course' }).locator('button[aria-controls]').all()) await section.click();
      // the scroll position depends on how fast they opened
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: 'builder refused',
    address: '/create',
    ready: text('Course generation failed'),
    arrange: refusing(generateCourse, 'internal', 'Something went wrong on our side.'),
    act: async (page) => {
      await describeCourse(page, wish);
      await askForTutor(page);
      await page.getByRole('button', { name: 'Generate Course' }).click();
    },
  },
  { name: 'profile menu', isMain: true, who: 'learner', address: '/create', ready: dialog('Profile menu'), act: press('Profile menu') },
  {
    name: 'notifications',
    isMain: true,
    who: 'learner',
    address: courseAddress,
    ready: dialog('Notifications'),
    arrange: refusing(saveCourse, 'internal', 'no'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Bookmark Course' }).click();
      await page.getByText('Failed to save course').waitFor();
      await page.getByRole('button', { name: /^Notifications/ }).click();
    },
  },
  {
    name: 'run, outline being written',
    isMain: true,
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.outline),
    ready: text('The outline is being written.'),
  },
  {
    name: 'run in the middle',
    isMain: true,
    who: 'learner',
    address: runAddress,
    // the remaining time is known only if enough courses were written before the recording
    arrange: showRun(({ run }) => ({ ...run.middle, eta: { low_s: 20, high_s: 40, basis: 'the last 5 courses', overdue: false } })),
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
      await mockOutage(page, getGenerationStatus);
    },
  },
  {
    name: 'run failed',
    isMain: true,
    who: 'learner',
    address: ({ failed }) => `/create/runs/${failed.task_id}`,
    ready: button('Change the request'),
  },
  {
    name: 'run finished',
    isMain: true,
    who: 'learner',
    address: runAddress,
    ready: (page) => page.getByRole('link', { name: 'Open course' }),
  },
  {
    name: 'run unknown',
    who: 'learner',
    address: '/create/runs/019400aa-0000-7000-8000-000000000000',
    ready: link('Open AI Builder'),
  },
  {
    name: 'lesson of a run',
    isMain: true,
    who: 'learner',
    address: (album) => `${runAddress(album)}/lessons/${readableItem(album).id}`,
    arrange: showRun(({ run }) => run.middle),
    ready: heading('Key takeaways'),
  },
  {
    name: 'builder with a ready course',
    isMain: true,
    address: '/create',
    ready: button('Open Course'),
    act: (page) => describeCourse(page, { topic: 'Chess', goals: 'Win against my sister', age: 34 }),
  },
  { name: 'ready courses', isMain: true, address: '/create/library', ready: button('Ancient Rome: a city that became a world') },
  { name: 'ready courses, none', address: '/create/library?q=falconry', ready: button('Show all courses') },
  {
    name: 'ready courses broken',
    address: '/create/library',
    arrange: refusing(listReadyCourses, 'service.unavailable', 'The library does not answer at the moment. Please try again in a minute.'),
    ready: text('The ready courses could not be loaded'),
  },
  {
    name: 'runs, live and ended',
    isMain: true,
    who: 'author',
    address: '/create/runs',
    ready: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('region', { name: 'Being written' }) })
        .getByRole('region', { name: 'Ended' }),
  },
  {
    name: 'outline to be checked',
    isMain: true,
    who: 'author',
    address: ({ workshop }) => `/create/runs/${workshop.gateTaskId}`,
    ready: (page) => page.getByRole('group', { name: t('Outline') }).getByRole('button', { name: t('Write this course') }),
  },
  {
    name: 'run in the middle, asked how to stop',
    isMain: true,
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.middle),
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: /^Stop and keep \d+ lesson/ }),
    act: async (page, album) => {
      await page.getByText(readableItem(album).title).first().waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
    },
  },
  {
    name: 'run finished, what it used',
    isMain: true,
    who: 'learner',
    address: runAddress,
    ready: text('This run did not use any AI services.'),
    act: (page) => page.getByRole('button', { name: 'Usage' }).click(),
  },
  {
    name: 'course stopped and kept',
    isMain: true,
    who: 'author',
    address: ({ workshop }) => `/courses/${workshop.keptCourseId}`,
    ready: button(/^Write the \d+ missing lessons/),
  },
  {
    name: 'lesson editor',
    isMain: true,
    who: 'author',
    address: (album) => `${workshopAddress(album)}/edit/${album.workshop.course.modules[0]!.lessons[0]!.lesson_id}`,
    ready: (page) => page.getByRole('region', { name: 'Preview' }).getByRole('paragraph').first(),
  },
  {
    name: 'history, a version compared',
    isMain: true,
    who: 'author',
    address: (album) => `${workshopAddress(album)}/history?version=1`,
    ready: button('Restore version 1'),
  },
  {
    name: 'new text compared',
    isMain: true,
    who: 'author',
    address: (album) => `${workshopAddress(album)}/proposals/${album.workshop.proposalTaskId}`,
    ready: (page) => page.getByRole('button', { name: 'Accept', exact: true }),
  },
  {
    name: 'notifications of what happened elsewhere',
    who: 'author',
    address: '/courses',
    ready: (page) =>
      page
        .getByRole('dialog', { name: 'Notifications' })
        .getByText(/” is ready$/)
        .first(),
    act: press(/^Notifications, \d+ unread/),
  },
  {
    name: 'run, no service answers',
    isMain: true,
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => unanswered(run.middle)),
    ready: (page) => page.getByText('Did not answer').first(),
  },
  {
    name: 'run that had been written before',
    isReadFirst: true,
    isMain: true,
    who: 'learner',
    address: runAddress,
    arrange: (page, album) => rememberRun(page, album, true),
    ready: (page) => page.getByRole('button', { name: 'Write another one', exact: true }),
  },
  {
    name: 'run stopped',
    isMain: true,
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => stopped(run.middle)),
    ready: heading('You stopped this'),
  },
  {
    name: 'lesson menu',
    isMain: true,
    who: 'author',
    address: (album) => `${workshopAddress(album)}/learn/0/0`,
    act: (page) =>
      page
        .locator('main')
        .getByRole('button', { name: /^Options: / })
        .first()
        .click(),
    ready: (page) => page.getByRole('menuitem', { name: 'Regenerate…' }),
  },
];
