import type { Page } from '@playwright/test';
import { t } from '#frontend/lib/text.ts';
import { button, heading, type Scene, text } from './scenes.ts';
import { mockAnswer } from '../mocks.ts';

const CARD = {
  course_id: 'c1',
  course_title: 'Bees on a roof',
  language: 'english',
  lesson_id: 'l1',
  lesson_title: 'The hive in spring',
  module: 0,
  lesson: 0,
  question_id: 'q1',
  question: 'When may a hive be opened?',
  options: [
    { id: 'a', text: 'On a still, warm day' },
    { id: 'b', text: 'In the rain' },
  ],
  due_at: '2026-11-20T08:00:00.000Z',
};
const answer = (json: object) => (page: Page) => mockAnswer(page, '**/api/review', json);
const MARKED = {
  is_right: false,
  right_ids: ['a'],
  explanation: 'Cold air chills the brood.',
  score: { right: 0, answered: 1, questions: 1 },
  due_at: CARD.due_at,
};
const CERTIFICATE = {
  id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a14',
  course_title: 'Bees on a roof',
  holder_name: 'Ines Moreno',
  lesson_count: 9,
  completed_at: '2026-11-19T08:00:00.000Z',
  issued_at: '2026-11-20T08:00:00.000Z',
  revoked_at: null,
};
const certificate = (changes: object) => (page: Page) =>
  mockAnswer(page, '**/api/certificates/*', { certificate: { ...CERTIFICATE, ...changes } });

/** The review: nothing due, a question, its answer; certificates that are valid, revoked and missing. */
export const SCENES_PRACTICE: readonly Scene[] = [
  { name: 'review, nothing due', who: 'newcomer', address: () => '/review', ready: heading('Nothing to review now') },
  {
    name: 'review answered',
    who: 'newcomer',
    address: () => '/review',
    arrange: async (page) => {
      await answer({ due: 1, next_at: null, cards: [CARD] })(page);
      await mockAnswer(page, '**/api/practice/answers', MARKED);
    },
    act: async (page) => {
      await page.getByLabel('In the rain').check();
      await page.getByRole('button', { name: t('Check answer') }).click();
    },
    ready: button('Next question'),
  },
  {
    name: 'certificate',
    who: 'nobody',
    address: () => `/certificates/${CERTIFICATE.id}`,
    arrange: certificate({}),
    ready: text('Ines Moreno'),
  },
  {
    name: 'certificate, revoked',
    who: 'nobody',
    address: () => `/certificates/${CERTIFICATE.id}`,
    arrange: certificate({ revoked_at: '2026-11-20T09:00:00.000Z' }),
    ready: text(/^This certificate was revoked/),
  },
  {
    name: 'certificate that is not there',
    who: 'nobody',
    address: () => `/certificates/${CERTIFICATE.id}`,
    ready: heading('There is no such certificate'),
  },
];
