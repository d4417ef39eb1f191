import type { Page } from '@playwright/test';
import type { Course } from '#contract/courses/courses.contract.ts';
import { ERRORS } from '#contract/platform/errors.ts';
import type { Source } from '#contract/sources/sources.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { type Scene, text } from './scenes.ts';
import { mockAnswer, mockChange } from '../mocks.ts';

const source = {
  type: 'pdf',
  address: null,
  status: 'ready',
  error: null,
  pages: null,
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

const withSources = (page: Page) => mockAnswer(page, '**/api/sources', { sources: SOURCES });

/** Makes the shown lesson one that was written from sources. */
async function withCitations(page: Page): Promise<void> {
  await mockAnswer(page, '**/api/sources/*/passages/*', { passage: PASSAGE });
  await mockChange<{ course?: Course }>(page, /\/api\/courses\/[^/]+\/[^/?]+$/, (body) => {
    const lesson = body.course?.modules[0]?.lessons[0];
    if (lesson) {
      lesson.content = `A wing sends air downwards, and is carried by it.[^1] Its skin is warm in flight.[^2]\n\n${lesson.content}`;
      lesson.citations = [...CITATIONS];
    }
    return body;
  });
}

/** The sources of a course, and an opened citation. */
export const SCENES_SOURCES: readonly Scene[] = [
  { name: 'own sources', who: 'newcomer', address: () => '/create', arrange: withSources, ready: text('scan.pdf') },
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
];
