/** The description of an invention. It describes what the software does and is no filing. */
export interface Invention {
  readonly title: string;
  readonly field: string;
  readonly problem: string;
  readonly method: string;
  readonly claimed: string;
}

/** Inventions of the engine that writes courses. */
export const ENGINE_INVENTIONS: readonly Invention[] = [
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
    title: 'Review of a lesson by a service that did not write it',
    field: 'Machine-written text',
    problem: 'A service overlooks its own mistakes.',
    method:
      'Roles are given to services so that the reviewer differs from the writer; when too few are there, the course says that it was not reviewed so.',
    claimed: 'Assignment of roles under the condition that a reviewer differs, with a stated quality where it cannot be kept.',
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
