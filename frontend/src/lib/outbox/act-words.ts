import type * as assignments from '#contract/classes/class-questions.contract.ts';
import type * as audio from '#contract/audio/audio.contract.ts';
import type * as cards from '#contract/practice/cards.contract.ts';
import type * as dashboard from '#contract/dashboard/dashboard.contract.ts';
import type * as finalTask from '#contract/practice/final-task.contract.ts';
import type * as market from '#contract/market/market.contract.ts';
import type * as notes from '#contract/notes/notes.contract.ts';
import type * as practice from '#contract/practice/practice.contract.ts';
import type * as progress from '#contract/progress/progress.contract.ts';
import type * as questions from '#contract/market/questions.contract.ts';
import type * as readingPlace from '#contract/progress/reading-place.contract.ts';
import type * as satisfaction from '#contract/market/satisfaction.contract.ts';
import type * as simulations from '#contract/simulations/simulations.contract.ts';
import type * as voice from '#contract/voice/voice.contract.ts';
import type * as words from '#contract/practice/words.contract.ts';
import { t } from '#frontend/lib/text.ts';
import type { WaitingAct } from './act-store.ts';

type Contracts = typeof assignments &
  typeof audio &
  typeof cards &
  typeof dashboard &
  typeof finalTask &
  typeof market &
  typeof notes &
  typeof practice &
  typeof progress &
  typeof questions &
  typeof readingPlace &
  typeof satisfaction &
  typeof simulations &
  typeof voice &
  typeof words;

/** The names of the changes that may wait on this device. */
type QueuedName = {
  [Key in keyof Contracts]: Contracts[Key] extends { readonly offline: 'queued'; readonly name: infer Name } ? Name : never;
}[keyof Contracts] &
  string;

interface Words {
  /** What it is, in the list of what waits. */
  readonly what: () => string;
  /** What to say when the server refuses it. */
  readonly failed: () => string;
}

const card = (): string => t('A flash card');
const cardFailed = (): string => t('The card could not be saved.');
const answer = (): string => t('An answer');
const note = (): string => t('A note');
const noteFailed = (): string => t('The note could not be saved.');
const bookmark = (): string => t('A bookmark');
const goal = (): string => t('A goal');
const goalFailed = (): string => t('The goal could not be saved.');
const question = (): string => t('A question');
const questionFailed = (): string => t('The question could not be sent.');
const recording = (): string => t('A voice note');
const place = (): string => t('Your place in a course');

/** For each change that may wait: what it is, and what to say when it fails. */
const ACT_WORDS: Readonly<Record<QueuedName, Words>> = {
  completeLesson: { what: () => t('A completed lesson'), failed: () => t('Failed to mark lesson as complete') },
  bookmarkLesson: { what: bookmark, failed: () => t('The bookmark could not be set') },
  removeLessonBookmark: { what: bookmark, failed: () => t('The bookmark could not be removed') },
  saveReadingPlace: { what: place, failed: () => t('Your place could not be saved.') },
  saveAudioPlace: { what: place, failed: () => t('Your place could not be saved.') },
  reportActivity: { what: () => t('Learning time'), failed: () => t('Your learning time could not be saved.') },
  setWeeklyGoal: { what: goal, failed: goalFailed },
  setCourseGoal: { what: goal, failed: goalFailed },
  createNote: { what: note, failed: noteFailed },
  updateNote: { what: note, failed: noteFailed },
  deleteNote: { what: note, failed: () => t('The note could not be deleted.') },
  createFlashCard: { what: card, failed: cardFailed },
  editFlashCard: { what: card, failed: cardFailed },
  deleteFlashCard: { what: card, failed: cardFailed },
  rateFlashCard: { what: () => t('A rated card'), failed: () => t('Your answer could not be stored.') },
  undoFlashCardRating: { what: () => t('A rated card'), failed: () => t('Your answer could not be undone.') },
  answerQuestion: { what: answer, failed: () => t('Your answer could not be stored.') },
  answerInWords: { what: answer, failed: () => t('Your answer could not be sent.') },
  answerFinalTask: { what: answer, failed: () => t('Your answer could not be sent.') },
  solveTasks: { what: () => t('A solved task'), failed: () => t('Your answer could not be stored.') },
  rateCourse: { what: () => t('A rating'), failed: () => t('The rating could not be saved.') },
  saveSatisfaction: { what: () => t('A rating'), failed: () => t('Your answer could not be saved.') },
  askLessonQuestion: { what: question, failed: questionFailed },
  askTeacher: { what: question, failed: questionFailed },
  createVoiceNote: { what: recording, failed: () => t('Failed to save voice note') },
};

const wordsOf = ({ name }: Pick<WaitingAct, 'name'>): Words | undefined => ACT_WORDS[name as QueuedName];

/** What an act is: 'A note'. */
export const actName = (act: Pick<WaitingAct, 'name'>): string => wordsOf(act)?.what() ?? t('A change');

/** What could not be done when an act is refused. */
export const actText = (act: Pick<WaitingAct, 'name'>): string => wordsOf(act)?.failed() ?? t('The request failed.');

/** The fields of a body that hold what the learner wrote. */
const WRITTEN = ['text', 'front', 'back', 'title'] as const;

/** What the learner wrote in an act; empty if nothing. */
export function writtenIn({ body }: Pick<WaitingAct, 'body'>): string {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const texts = WRITTEN.map((name) => fields[name]).filter((text) => typeof text === 'string' && text !== '');
  const { quote } = (fields['passage'] ?? {}) as { readonly quote?: string };
  return (texts.length > 0 ? texts : [quote ?? '']).join(' · ');
}
