import { inEnglish, toSentence } from '#contract/platform/sentence.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { type Album, button, firstItem, heading, press, rememberRun, runAddress, type Scene, showRun } from './scenes.ts';

const courseAddress = ({ workshop }: Album) => `/courses/${workshop.course.course_id}`;

/** The status of a run that its learner stopped without keeping anything. */
const stopped = (run: StatusEnvelope): StatusEnvelope => {
  const said = toSentence('You stopped it. Nothing was charged.');
  const at = run.log.at(-1)!.at;
  const log = [...run.log, { at, event: 'run.cancelled', text: inEnglish(said) }];
  return { ...run, status: 'cancelled', stopped: true, finished_at: at, eta: null, log };
};

/** The status of a run that waits because no service answers. */
const unanswered = (run: StatusEnvelope): StatusEnvelope => ({
  ...run,
  services: { grok: 'failed', claude: 'failed', gemini: 'failed', openai: 'failed' },
  service_failures: {
    grok: 'vendors.unavailable',
    claude: 'vendors.unavailable',
    gemini: 'vendors.unavailable',
    openai: 'vendors.unavailable',
  },
  eta: null,
});

/** The screens on which a learner decides about a run or about the text of a course. */
export const SCENES_DECISIONS: readonly Scene[] = [
  {
    name: 'runs, live and ended',
    who: 'author',
    address: () => '/create/runs',
    ready: (page) =>
      page
        .getByRole('main')
        .filter({ has: page.getByRole('region', { name: 'Being written' }) })
        .getByRole('region', { name: 'Ended' }),
  },
  {
    name: 'outline to be checked',
    who: 'author',
    address: ({ workshop }) => `/create/runs/${workshop.gateTaskId}`,
    ready: button('Write this course'),
  },
  {
    name: 'run in the middle, asked how to stop',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.middle),
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: /^Stop and keep \d+ lesson/ }),
    act: async (page, album) => {
      await page.getByText(firstItem(album).title).first().waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
    },
  },
  {
    name: 'run finished, what it used',
    who: 'learner',
    address: runAddress,
    ready: (page) => page.getByRole('img', { name: /^Cost by service/ }),
    act: (page) => page.getByText('What this run used').click(),
  },
  {
    name: 'course stopped and kept',
    who: 'author',
    address: ({ workshop }) => `/courses/${workshop.keptCourseId}`,
    ready: (page) => page.getByRole('button', { name: /^Write this lesson/ }).first(),
  },
  {
    name: 'lesson editor',
    who: 'author',
    address: (album) => `${courseAddress(album)}/edit/${album.workshop.course.modules[0]!.lessons[0]!.lesson_id}`,
    ready: (page) => page.getByRole('region', { name: 'Preview' }).getByRole('paragraph').first(),
  },
  {
    name: 'history, a version compared',
    who: 'author',
    address: (album) => `${courseAddress(album)}/history?version=1`,
    ready: button('Restore version 1'),
  },
  {
    name: 'new text compared',
    who: 'author',
    address: (album) => `${courseAddress(album)}/proposals/${album.workshop.proposalTaskId}`,
    ready: (page) => page.getByRole('button', { name: 'Accept', exact: true }),
  },
  {
    name: 'notifications of what happened elsewhere',
    who: 'author',
    address: () => '/courses',
    ready: (page) => page.getByRole('dialog', { name: 'Notifications' }).getByText('Written: ').first(),
    act: press(/^Notifications, \d+ unread/),
  },
  {
    name: 'run, no service answers',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => unanswered(run.middle)),
    ready: (page) => page.getByText('Did not answer').first(),
  },
  {
    name: 'run that had been written before',
    who: 'learner',
    address: runAddress,
    arrange: (page, album) => rememberRun(page, album, true),
    ready: (page) => page.getByRole('button', { name: 'Have another one written', exact: true }),
  },
  {
    name: 'run stopped',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => stopped(run.middle)),
    ready: heading('You stopped this'),
  },
  {
    name: 'lesson menu',
    who: 'author',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    act: (page) =>
      page
        .locator('main')
        .getByRole('button', { name: /^Options: / })
        .first()
        .click(),
    ready: (page) => page.getByRole('menuitem', { name: 'Regenerate…' }),
  },
];
