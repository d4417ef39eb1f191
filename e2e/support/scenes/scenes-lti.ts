import type { Page } from '@playwright/test';
import {
  type LtiChoosable,
  completeLtiLesson,
  getLtiActivity,
  getLtiLesson,
  listLtiContents,
  openLtiLaunch,
} from '#contract/lti/launch.contract.ts';
import { type LtiContext, listLtiContexts, listLtiOffers, listLtiPlatforms } from '#contract/lti/platforms.contract.ts';
import { aPlatform } from '#frontend/features/lti/platform.factory.ts';
import { t } from '#frontend/lib/text.ts';
import { button, heading, type Scene, text } from './scene.ts';
import { belonging, OWNED } from './scenes-organisation.ts';
import { mockAnswer } from '../mocks.ts';

const A_CLASS: LtiContext = {
  context_id: 'c1',
  title: 'Biology 7b',
  platform: 'Our Moodle',
  has_roster: true,
  members: 28,
  read_at: '2026-11-20T10:00:00.000Z',
  is_due: false,
  problem: null,
};

const LAUNCHED = '/lti/0193c1de-5c11-7a55-9c40-2f6f0c9e6110/launch?state=s&id_token=t';
const launching = (opens: 'activity' | 'contents') => (page: Page) =>
  mockAnswer(page, openLtiLaunch, { token: 'cwl_t', expires_at: '2099-12-20T10:00:00.000Z', opens, language: null });
const CHOOSABLE: readonly LtiChoosable[] = [
  {
    source: 'offered',
    course_id: 'o1',
    title: 'Beekeeping for a first year, from the first box to the first honey',
    author: 'Maximiliane-Theodora von Wolkenstein-Trostburg',
    lessons: [{ lesson_id: 'l1', title: 'Swarming' }],
    simulations: [{ simulation_id: 's1', title: 'A colony through the year' }],
  },
  { source: 'market', course_id: 'm1', title: 'Fractions', author: 'Ada Okafor', lessons: [], simulations: [] },
];

/** The learning platforms of an organisation, and the screens that they open in a frame. */
export const SCENES_LTI: readonly Scene[] = [
  {
    name: 'learning platforms, one to set up',
    isMain: true,
    address: '/organisation/lms',
    arrange: async (page) => {
      await belonging(OWNED)(page);
      await mockAnswer(page, listLtiPlatforms, {
        platforms: [aPlatform(), aPlatform({ platform_id: 'p2', name: 'Canvas', product: 'canvas', state: 'waiting', grades_dropped: 2 })],
      });
      await mockAnswer(page, listLtiContexts, {
        contexts: [A_CLASS, { ...A_CLASS, context_id: 'c2', problem: 'The platform answered 403.' }],
      });
      await mockAnswer(page, listLtiOffers, {
        offers: [{ course_id: 'o1', title: 'Beekeeping for a first year', author: 'Ada Okafor', is_own: true }],
      });
    },
    act: (page) =>
      page
        .getByRole('button', { name: t('Details') })
        .first()
        .click(),
    ready: text('Create a registration address'),
  },
  {
    name: 'choice of contents in a learning platform',
    who: 'nobody',
    address: LAUNCHED,
    arrange: async (page) => {
      await launching('contents')(page);
      await mockAnswer(page, listLtiContents, { accepts_many: true, courses: CHOOSABLE });
    },
    act: (page) => page.getByRole('checkbox').first().check(),
    ready: button(/^Add 1 to the learning platform/),
  },
  {
    name: 'course in a learning platform',
    isReadFirst: true,
    who: 'nobody',
    address: LAUNCHED,
    arrange: async (page, { run: { course } }) => {
      const lessons = course.modules.flatMap((module) => module.lessons);
      await launching('activity')(page);
      await mockAnswer(page, getLtiActivity, {
        kind: 'course',
        title: course.title,
        language: course.language,
        lessons: lessons.map(({ lesson_id, title }) => ({ lesson_id, title, completed: false })),
        is_graded: true,
      });
      await mockAnswer(page, getLtiLesson, { lesson: lessons[0]!, answers: [] });
      await mockAnswer(page, completeLtiLesson, { percent: 80, is_complete: false });
    },
    act: (page) => page.getByRole('button', { name: 'Complete Lesson' }).click(),
    ready: text(/will receive your result/),
  },
  {
    name: 'registration of a learning platform',
    who: 'nobody',
    address: '/lti/0193c1de-5c11-7a55-9c40-2f6f0c9e6110/register?code=a&openid_configuration=https%3A%2F%2Fmoodle.school.example%2Fc',
    ready: button('Register'),
  },
  {
    name: 'launch that is refused',
    who: 'nobody',
    address: LAUNCHED,
    ready: heading('The activity could not be opened'),
  },
  { name: 'learning platforms, for others', address: '/organisation/lms', ready: heading('This page is for teachers') },
];
