import { optionsOf, rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { inEnglish, toSentence } from '#contract/platform/sentence.contract.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { speak, t } from '#frontend/lib/text.ts';
import { firstItem, forgetAnswers, rememberRun, runAddress, SCENES, showRun, type Album, type Scene } from './scenes.ts';
import { SCENES_BILLING } from './scenes-billing.ts';
import { SCENES_ORGANISATION } from './scenes-organisation.ts';

export const LANGUAGES = { es: 'ltr', ar: 'rtl' } as const;
export type OtherLanguage = keyof typeof LANGUAGES;

/** Makes `t` return the texts of this language. */
export function readIn(language: OtherLanguage): void {
  const file = new URL(`../../../frontend/src/lib/texts/${language}.json`, import.meta.url);
  speak(language, LANGUAGES[language], JSON.parse(readFileSync(file, 'utf8')));
}

/** Makes `t` return English again, because test files share a process. */
export const readInEnglish = (): void => speak('en', 'ltr', {});

/** Stores the language choice in this browser before the page loads. */
export const storeLanguageChoice = (page: Page, language: OtherLanguage): Promise<unknown> =>
  page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);

const workshopAddress = ({ workshop }: Album) => `/courses/${workshop.course.course_id}`;
const courseAddress = ({ run }: Album) => `/courses/${run.course.course_id}`;
const heading = (english: string) => (page: Page) => page.getByRole('heading', { name: t(english) }).first();
const link = (english: string) => (page: Page) => page.getByRole('link', { name: t(english) }).first();
const button = (english: string) => (page: Page) => page.getByRole('button', { name: t(english), exact: true }).first();

/** The server mocks of a scene from another list. */
const arrangedAs = (name: string): Pick<Scene, 'arrange'> => {
  const scene = [...SCENES, ...SCENES_BILLING, ...SCENES_ORGANISATION].find((each) => each.name === name);
  if (!scene) throw new Error(`there is no scene '${name}'`);
  return scene.arrange ? { arrange: scene.arrange } : {};
};

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

/** The main screens, found by their texts in the selected language (`readIn`). */
export const SCENES_IN_LANGUAGES: readonly Scene[] = [
  { name: 'create account', who: 'nobody', address: () => '/sign-in?mode=create', ready: heading('Create your account') },
  {
    name: 'builder',
    who: 'newcomer',
    address: () => '/create',
    ready: (page) => page.getByLabel(t('Sources to draw on')),
    act: async (page) => {
      await page.getByLabel(t('Topic')).fill('Keeping bees on a city roof');
      for (const section of await page.locator('summary').all()) await section.click();
    },
  },
  {
    name: 'profile menu',
    who: 'learner',
    address: () => '/create',
    ready: (page) => page.getByRole('dialog', { name: t('Profile menu') }),
    act: (page) => page.locator('#profile-button').click(),
  },
  {
    name: 'run, outline being written',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.outline),
    ready: (page) => page.getByText(t('The outline is being written. It appears here before the lessons.')),
  },
  { name: 'run in the middle', who: 'learner', address: runAddress, arrange: showRun(({ run }) => run.middle), ready: link('Read now') },
  {
    name: 'run, asked how to stop',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => run.middle),
    ready: (page) => page.getByRole('dialog').getByRole('button', { name: t('Stop and discard') }),
    act: async (page, album) => {
      await page.getByText(firstItem(album).title).first().waitFor();
      await button('Stop')(page).click();
    },
  },
  {
    name: 'run, no service answers',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => unanswered(run.middle)),
    ready: (page) => page.getByText(t('Did not answer')).first(),
  },
  { name: 'run finished', who: 'learner', address: runAddress, ready: link('Open course') },
  {
    name: 'run that had been written before',
    who: 'learner',
    address: runAddress,
    arrange: (page, album) => rememberRun(page, album, true),
    ready: button('Have another one written'),
  },
  {
    name: 'run stopped',
    who: 'learner',
    address: runAddress,
    arrange: showRun(({ run }) => stopped(run.middle)),
    ready: heading('You stopped this'),
  },
  { name: 'run failed', who: 'learner', address: ({ failed }) => `/create/runs/${failed.task_id}`, ready: button('Start again') },
  {
    name: 'run finished, what it used',
    who: 'learner',
    address: runAddress,
    ready: (page) => page.getByRole('img', { name: t('Cost by service') }),
    act: async (page) => {
      await link('Open course')(page).waitFor();
      await page.getByText(t('What this run used')).click();
    },
  },
  {
    name: 'lesson of a run',
    who: 'learner',
    address: (album) => `${runAddress(album)}/lessons/${firstItem(album).id}`,
    arrange: showRun(({ run }) => run.middle),
    ready: heading('Key takeaways'),
  },
  {
    name: 'outline gate',
    who: 'author',
    address: ({ workshop }) => `/create/runs/${workshop.gateTaskId}`,
    ready: button('Write this course'),
  },
  {
    name: 'runs',
    who: 'author',
    address: () => '/create/runs',
    ready: (page) => page.getByRole('region', { name: t('Ended') }),
  },
  { name: 'courses empty', who: 'newcomer', address: () => '/courses', ready: heading('Welcome to Your Learning Journey!') },
  {
    name: 'courses',
    who: 'learner',
    address: () => '/courses',
    ready: heading('Being written'),
    ...arrangedAs('courses with one being written'),
  },
  { name: 'course details', who: 'learner', address: courseAddress, ready: link('Glossary') },
  { name: 'glossary', who: 'learner', address: (album) => `${courseAddress(album)}/glossary`, ready: heading('Glossary') },
  { name: 'notes', who: 'learner', address: () => '/notes', ready: button('Export as Markdown') },
  { name: 'no notes', who: 'newcomer', address: () => '/notes', ready: heading('No notes yet') },
  {
    name: 'reading options',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/1`,
    act: (page) => page.getByRole('button', { name: t('Reading options') }).click(),
    ready: (page) => page.getByRole('group', { name: t('Text size') }),
  },
  {
    name: 'reading, a question answered wrong',
    who: 'learner',
    address: (album) => `${courseAddress(album)}/learn/0/0`,
    arrange: forgetAnswers,
    ready: (page) => page.getByText(t('Not quite. The answer is:')),
    act: async (page, { run }) => {
      const item = run.course.modules[0]!.lessons[0]!.quiz[0]!;
      const wrong = optionsOf(item).find(({ id }) => !rightIdsOf(item).includes(id))!;
      const question = page.getByRole('group', { name: item.question });
      await question.getByRole('radio', { name: wrong.text }).check();
      await question.getByRole('button', { name: t('Check answer') }).click();
    },
  },
  {
    name: 'lesson menu',
    who: 'author',
    address: (album) => `${workshopAddress(album)}/learn/0/0`,
    ready: (page) => page.getByRole('menuitem', { name: t('Regenerate…') }),
    act: (page) =>
      page
        .locator('main')
        .getByRole('button', { name: /^[^:]+/.exec(t('Options: {title}', { title: '' }))![0] + ':' })
        .first()
        .click(),
  },
  {
    name: 'new text compared',
    who: 'author',
    address: (album) => `${workshopAddress(album)}/proposals/${album.workshop.proposalTaskId}`,
    ready: button('Accept'),
  },
  {
    name: 'lesson editor',
    who: 'author',
    address: (album) => `${workshopAddress(album)}/edit/${album.workshop.course.modules[0]!.lessons[0]!.lesson_id}`,
    ready: (page) =>
      page
        .getByRole('region', { name: t('Preview') })
        .getByRole('paragraph')
        .first(),
  },
  {
    name: 'history, a version compared',
    who: 'author',
    address: (album) => `${workshopAddress(album)}/history?version=1`,
    ready: (page) => page.getByRole('button', { name: t('Restore version {n}', { n: 1 }) }),
  },
  {
    name: 'notifications',
    who: 'author',
    address: () => '/courses',
    ready: (page) =>
      page
        .getByRole('dialog', { name: t('Notifications') })
        .getByRole('listitem')
        .first(),
    act: (page) =>
      page
        .locator('header')
        .getByRole('button', { name: t('Notifications') })
        .click(),
  },
  { name: 'account', who: 'newcomer', address: () => '/account', ready: heading('Where you are signed in') },
  { name: 'profile', who: 'learner', address: () => '/profile', ready: heading('Plan and progress') },
  { name: 'settings', who: 'newcomer', address: () => '/settings', ready: button('Save All Settings') },
  { name: 'edit bio', who: 'newcomer', address: () => '/courses?dialog=bio', ready: button('Save Bio') },
  { name: 'accessibility settings', who: 'newcomer', address: () => '/courses?dialog=accessibility', ready: button('Apply') },
  { name: 'help and support', who: 'newcomer', address: () => '/courses?dialog=help', ready: heading('Frequently asked questions') },
  { name: 'organisation', who: 'learner', address: () => '/organisation', ready: heading('Members') },
  { name: 'plans', who: 'newcomer', address: () => '/plans', ready: heading('Choose your plan') },
  { name: 'usage', who: 'learner', address: () => '/usage', ready: heading('What a course costs') },
  {
    name: 'billing',
    who: 'learner',
    address: () => '/billing',
    ...arrangedAs('billing with a plan'),
    ready: button('Cancel plan'),
  },
  {
    name: 'course stopped and kept',
    who: 'author',
    address: ({ workshop }) => `/courses/${workshop.keptCourseId}`,
    ready: (page) =>
      page
        .locator('main')
        .getByRole('button', { name: t('Write this lesson') })
        .first(),
  },
];
