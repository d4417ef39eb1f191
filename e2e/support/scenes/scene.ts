import type { Locator, Page } from '@playwright/test';
import { listAnswers } from '#contract/practice/practice.contract.ts';
import { getGenerationStatus } from '#contract/generation/generation.contract.ts';
import { t } from '#frontend/lib/text.ts';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import type { AllowedFigures } from '../figures.ts';
import type { RecordedRun } from '../record-run.ts';
import type { Workshop } from '../record-workshop.ts';
import { mockAnswer } from '../mocks.ts';

/** The recorded data of the scenes: a course with its run, a failed run, and another user's unfinished work. */
export interface Album {
  readonly userId: string;
  readonly run: RecordedRun;
  readonly failed: StatusEnvelope;
  /** Owned by the author. */
  readonly workshop: Workshop;
}

/** One screen in one state. */
export interface Scene {
  readonly name: string;
  /** Also checked in the other languages. */
  readonly isMain?: true;
  /**
   * nobody: not signed in; newcomer, by default: signed in, no course yet; learner: owns the runs; author: owns the workshop with its live run;
   * operator: the sample account with that role.
   */
  readonly who?: 'nobody' | 'newcomer' | 'learner' | 'author' | 'operator';
  readonly address: string | ((album: Album) => string);
  /** Its primary actions come after the content to compare or read first. */
  readonly isReadFirst?: true;
  /** Before the page is opened: mocks the server's answers. */
  readonly arrange?: (page: Page, album: Album) => Promise<unknown>;
  /** After it is opened: the user's actions. */
  readonly act?: (page: Page, album: Album) => Promise<unknown>;
  /** Figures the screen derives from its data: sums. */
  readonly worksOut?: AllowedFigures;
  /** Visible when the screen is complete. */
  readonly ready: (page: Page, album: Album) => Locator;
}

export const addressOf = ({ address }: Scene, album: Album): string => (typeof address === 'string' ? address : address(album));

const inLanguage = (words: string | RegExp) => (typeof words === 'string' ? t(words) : words);
type Named = (name: string | RegExp) => (page: Page) => Locator;
/** Parts of a screen; the product's own texts are sought in the current language. */
export const text: Named = (words) => (page) => page.getByText(inLanguage(words));
export const heading: Named = (name) => (page) => page.getByRole('heading', { name: inLanguage(name) }).first();
export const link: Named = (name) => (page) => page.getByRole('link', { name: inLanguage(name) });
export const button: Named = (name) => (page) => page.getByRole('button', { name: inLanguage(name) });
export const dialog: Named = (name) => (page) => page.getByRole('dialog', { name: inLanguage(name) });
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
/** Freezes a run's page at one point in time. */
export const showRun = (envelope: (album: Album) => StatusEnvelope) => (page: Page, album: Album) =>
  mockAnswer(page, getGenerationStatus, envelope(album));
export const runAddress = ({ run }: Album) => `/create/runs/${run.taskId}`;
export const courseAddress = ({ run }: Album) => `/courses/${run.course.course_id}`;
/** The first readable lesson: how many follow it depends on how fast they were written. */
export const readableItem = (album: Album) => album.run.middle.items.find(({ readable }) => readable)!;

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
export const forgetAnswers = (page: Page) => mockAnswer(page, listAnswers, { answers: [], score: { right: 0, answered: 0, questions: 0 } });
