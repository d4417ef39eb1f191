import { KEY_SCOPE_IDS, type KeyScope } from '#contract/platform/endpoint-rules.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';

export { KEY_SCOPE_IDS, type KeyScope };

/** The kinds of holders of a key. A key acts for the person who created it, with at most the permissions of its holder. */
export const KEY_HOLDERS = ['account', 'organisation', 'operator'] as const;
export type KeyHolder = (typeof KEY_HOLDERS)[number];

interface Scope {
  readonly name: Sentence;
  readonly about: Sentence;
  readonly holders: readonly KeyHolder[];
}

const PEOPLE = ['account', 'organisation'] as const;

/**
 * All scopes of keys. Each endpoint declares the scopes that open it (`scopes`); calls that spend tokens are in `generate`, `mentor` or
 * `operate`.
 */
export const KEY_SCOPES = {
  'courses:read': {
    name: toSentence('Read courses'),
    about: toSentence('Courses with their lessons, versions, pictures, audio, files, sources and runs.'),
    holders: PEOPLE,
  },
  'courses:write': {
    name: toSentence('Change courses'),
    about: toSentence('Edit lessons, restore versions, import courses, and add or remove sources, pictures and audio.'),
    holders: PEOPLE,
  },
  generate: {
    name: toSentence('Generate'),
    about: toSentence('Create courses, lessons, pictures, audio, clips and translations, and stop work in progress. Spends tokens.'),
    holders: PEOPLE,
  },
  learn: {
    name: toSentence('Learn'),
    about: toSentence('Progress, quizzes, reviews, flash cards, notes, goals and certificates.'),
    holders: PEOPLE,
  },
  mentor: {
    name: toSentence('Ask the AI Mentor'),
    about: toSentence('Ask questions, read conversations, and have written answers graded. Spends tokens.'),
    holders: PEOPLE,
  },
  media: {
    name: toSentence('Videos and voice notes'),
    about: toSentence('List, download, rename, delete and record voice notes.'),
    holders: PEOPLE,
  },
  studio: {
    name: toSentence('Studio'),
    about: toSentence('Edit, publish and withdraw courses you sell. Read discount codes, figures and statements.'),
    holders: PEOPLE,
  },
  'account:read': {
    name: toSentence('Read account details'),
    about: toSentence('Name, email address, plan, tokens, settings and notifications.'),
    holders: PEOPLE,
  },
  organisation: {
    name: toSentence('Organisation'),
    about: toSentence('List members and invites, invite people, and withdraw invites.'),
    holders: ['organisation'],
  },
  classes: {
    name: toSentence('Classes'),
    about: toSentence('Classes, their people, their assignments, and each student’s progress.'),
    holders: ['organisation'],
  },
  'operate:read': {
    name: toSentence('Monitor the installation'),
    about: toSentence('Overview, runs, figures, schedules, batches, alerts and the audit log.'),
    holders: ['operator'],
  },
  operate: {
    name: toSentence('Operate'),
    about: toSentence('Pause and resume work, retry and cancel runs, run schedules and batches.'),
    holders: ['operator'],
  },
} as const satisfies Readonly<Record<KeyScope, Scope>>;

/** Returns the scopes that a holder's keys can have. */
export const scopesOf = (holder: KeyHolder): KeyScope[] =>
  KEY_SCOPE_IDS.filter((scope) => (KEY_SCOPES[scope].holders as readonly KeyHolder[]).includes(holder));
