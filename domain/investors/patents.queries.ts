import type { Patent } from '#contract/investors/investors.contract.ts';
import { zipFiles } from '#domain/platform/archives/zip-files.ts';
import { documentPage, escapeHtml } from './render-material.ts';

/** The description of an invention: of what the software does, not a filing. */
interface Invention {
  readonly title: string;
  readonly field: string;
  readonly problem: string;
  readonly method: string;
  readonly claimed: string;
}

/** Inventions of the engine that writes courses. */
const ENGINE_INVENTIONS: readonly Invention[] = [
  {
    title: 'Leased and fenced steps of generated work',
    field: 'Distributed processing',
    problem: 'A process that writes part of a course may die, or come back late and overwrite the work of the one that took over.',
    method:
      'Each step is a row. A worker claims it with a lease and a number that only grows; the result is taken in one transaction that compares the number, so that a late worker changes nothing.',
    claimed: 'Claiming, renewing and ending a step in one statement each, with a fencing number that outlives the lease.',
  },
  {
    title: 'Hand-over of work by an outbox that is asked again',
    field: 'Distributed processing',
    problem: 'A step that is written to the store but not to the queue is lost; one that is written to both may be done twice.',
    method:
      'The step and its entry in an outbox are one transaction. The queue carries ids only. A sweep hands over again what nobody confirmed, and the claim makes the second time harmless.',
    claimed: 'A queue of identifiers beside rows that are the truth, repaired by comparing the two.',
  },
  {
    title: 'Fair admission of generated work by person and lane',
    field: 'Scheduling',
    problem: 'One person who starts many courses makes everybody else wait.',
    method:
      'Work that waits is admitted in turns over persons, separately for lanes of different urgency; work that waits for a person holds no place.',
    claimed: 'Admission in turns over payers, with places given back while work is parked.',
  },
  {
    title: 'Forecast of remaining time by playing an installation forward',
    field: 'Scheduling',
    problem: 'A percentage says little about when a course will be there.',
    method:
      'The steps that are left, of all runs together, are played forward with the times that steps of the latest courses took; the answer is a range with its ground.',
    claimed: 'A forecast that takes the competing work of a whole installation into account.',
  },
  {
    title: 'Ladder of repair for the output of language models',
    field: 'Machine-written text',
    problem: 'What a service answers may be cut off, of another shape, or in another language.',
    method:
      'An answer is repaired, checked by rules, asked for again with what was wrong with it, and handed to another service before a lesson is given up.',
    claimed: 'The order of these rungs, and that each of them is counted and shown.',
  },
  {
    title: 'Check of a lesson by a service that did not write it',
    field: 'Machine-written text',
    problem: 'A service overlooks its own mistakes.',
    method:
      'Roles are given to services so that the checker differs from the writer; when too few are available, the course says that it was not checked in this way.',
    claimed:
      'Assignment of roles under the condition that the checker differs from the writer, with a stated quality where it cannot be kept.',
  },
  {
    title: 'Pauses of services shared by all processes',
    field: 'Reliability',
    problem: 'Each process that finds out by itself that a service is away loses time, and loads it further.',
    method:
      'Failures are counted in the store; a pause is known to all processes at once, grows, and is ended by one question, or by an operator.',
    claimed: 'A shared pause with a single probe, and its reason in words.',
  },
  {
    title: 'Brakes on spending that presume what is not reported',
    field: 'Cost control',
    problem: 'A call that breaks off has cost something, and nobody says how much.',
    method:
      'Calls count as presumed before they begin and as reported afterwards; new work stops at the sum of both, running work at the reported part.',
    claimed: 'Two thresholds over one sum of presumed and reported costs.',
  },
  {
    title: 'Chained clips from a generator with a short maximum',
    field: 'Generated video',
    problem: 'A service films a few seconds; a lesson needs more.',
    method:
      'Each take begins with the last picture of the one before, takes are filmed as steps of one run and joined without encoding them anew.',
    claimed: 'Chaining by last pictures with takes that survive the loss of any process.',
  },
];

/** Inventions on learning, money and stored data. */
const LEARNING_INVENTIONS: readonly Invention[] = [
  {
    title: 'Charging a course by what was delivered',
    field: 'Billing',
    problem: 'A course that failed half way was paid for in full, or not at all.',
    method:
      'Tokens are reserved when a run is accepted, in the same transaction, and charged for the lessons that were delivered when it ends, never more than reserved.',
    claimed: 'Reservation and charge as entries of one append-only ledger tied to the end of a run.',
  },
  {
    title: 'Stopping generated work and keeping what is written',
    field: 'Billing',
    problem: 'Stopping meant losing what had been paid for.',
    method:
      'A stop is seen by workers within a second and ends their calls; what is written becomes a course and is charged in proportion.',
    claimed: 'A stop that turns finished parts into a deliverable and prices it at once.',
  },
  {
    title: 'Passages that are found again in another version',
    field: 'Annotation',
    problem: 'A note points to a place of a text that has been rewritten.',
    method:
      'A passage is kept in words with what stood around it; it is looked for in the version that is read, and said to be gone rather than put elsewhere.',
    claimed: 'Search by words and surroundings with a stated absence instead of a nearest match.',
  },
  {
    title: 'One place to read on across devices',
    field: 'Reading',
    problem: 'Two devices overwrite each other’s place.',
    method: 'Each device reports a place with the time it was read; the latest reading wins, also when its report arrives late.',
    claimed: 'Ordering by the time of reading, not of arrival, within bounds for wrong clocks.',
  },
  {
    title: 'Return of questions by a model of forgetting',
    field: 'Practice',
    problem: 'What was answered once is forgotten.',
    method: 'Answers are marked and stored by the server; a model of forgetting for each learner and question decides when it comes back.',
    claimed: 'Scheduling from marked answers inside lessons that may change, with questions kept by identity.',
  },
  {
    title: 'Proposals for a lesson that was edited meanwhile',
    field: 'Editing',
    problem: 'A text that is written anew would overwrite what its reader has changed.',
    method:
      'A new text is a proposal beside the lesson, compared word by word, and taken as a version of its own; pinned lessons are left alone.',
    claimed: 'Generated proposals against a base version, taken or refused part by part.',
  },
  {
    title: 'Outlines that are decided before anything is written',
    field: 'Editing',
    problem: 'A course that goes in the wrong direction is noticed when it has been paid for.',
    method:
      'A run waits, without taking a worker’s place, while its outline is changed on any device; drafts carry versions, so two devices cannot overwrite each other.',
    claimed: 'A parked run with a versioned draft that continues from its decision.',
  },
  {
    title: 'Minutes of learning as rows',
    field: 'Measurement',
    problem: 'Hours of learning are guessed from how long a page was open.',
    method:
      'A minute counts when the page was in sight and gave a sign of life, and is one row that can be stored once only, whatever is sent again.',
    claimed: 'Unique rows for minutes as the only source of hours, days in a row and goals.',
  },
  {
    title: 'An export that cannot forget a column',
    field: 'Data protection',
    problem: 'Data that is added later is missing from what people can take along.',
    method:
      'Each column of the store is declared as exported, or as withheld with a reason; a column that is neither stops the software from being delivered.',
    claimed: 'A declaration for every column that is compared with the store itself.',
  },
];

const STATUS = 'Patent pending, by the operator’s statement; no number of an office is on record';
const INVENTIONS = [...ENGINE_INVENTIONS, ...LEARNING_INVENTIONS];

const idOf = (index: number): string => `CW-${String(index + 1).padStart(2, '0')}`;
const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');

/** Returns every description of an invention (DL-07). */
export const listPatents = (): Patent[] =>
  INVENTIONS.map(({ title, field, problem, method }, index) => ({
    id: idOf(index),
    title,
    field,
    abstract: `${problem} ${method}`,
    status: STATUS,
    number: null,
    filename: `${idOf(index)}-${slug(title)}.html`,
  }));

function patentPage(invention: Invention, index: number): string {
  const parts = { Problem: invention.problem, Method: invention.method, 'What would be claimed': invention.claimed };
  const body = Object.entries(parts).map(([title, text]) => `<section><h2>${title}</h2><p>${escapeHtml(text)}</p></section>`);
  const facts = `<p class="small">${idOf(index)} · ${escapeHtml(invention.field)} · ${STATUS}. A description of a mechanism of this software; not a filing.</p>`;
  return documentPage(invention.title, [`<h1>${escapeHtml(invention.title)}</h1>`, facts, ...body].join('\n'));
}

/** Streams all descriptions as a zip (DL-08). @param at the files' modification time */
export const zipPatents = (at: Date): AsyncGenerator<Uint8Array> =>
  zipFiles(
    listPatents().map(({ filename }, index) => ({ name: filename, text: [patentPage(INVENTIONS[index]!, index)] })),
    at,
  );
