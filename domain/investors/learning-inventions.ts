import type { Invention } from './inventions.ts';

/** Inventions on learning, money and stored data. */
export const LEARNING_INVENTIONS: readonly Invention[] = [
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
