import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseSync, Visitor } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * All readers of a course's whole text, with the reason. Lists, public pages and everything that is polled must read `contents` or the
 * columns of `course` instead: a text can have two megabytes, and a list a hundred courses.
 */
const READERS: Readonly<Record<string, string>> = {
  'classes/assignment.commands.ts': 'one course, to copy it',
  'courses/content/course.queries.ts': 'one course, for its owner (`getCourse`), exports and audio',
  'courses/content/live-lesson.queries.ts':
    'one course or one lesson, for work on it; one course, for an operator who compares it with a proposal',
  'courses/versions/version.commands.ts': 'one course, to change it',
  'courses/versions/version.queries.ts': 'two versions of one course, to tell what changed',
  'courses/versions/restore-version.command.ts': 'one version, to restore it',
  'courses/versions/revert-version.command.ts': 'three versions of one course, to revert one',
  'generation/lessons/lesson-material.queries.ts': 'objectives and takeaways of one lesson, in the store',
  'generation/pictures/picture.commands.ts': 'one course, to plan its pictures in a worker',
  'lti/learner-copy.command.ts': 'one course, to copy it',
  'market/enrolment.commands.ts': 'one course, to copy it',
  'market/listing.queries.ts': 'one public lesson',
  'market/publish-course.command.ts': 'one course, for its creator',
  'market/moderation.queries.ts': 'the creator’s courses that were taken down, when one is published',
  'mentor/answers/learning-context.queries.ts': 'one lesson, in the store',
  'notes/note.queries.ts': 'lessons with a note on a passage, to find it',
  'operator/batches/selection.queries.ts': 'lessons to choose, in the store',
  'practice/answer-question.command.ts': 'one lesson’s questions',
  'practice/ask-hardest-again.command.ts': 'the questions that were answered on one day, in the store',
  'practice/cards/cards.queries.ts': 'which lessons of one course the library gave, in the store',
  'practice/cards/library-card.commands.ts': 'one lesson, for its cards',
  'practice/certificates/start-final-test.command.ts': 'one course’s questions',
  'practice/practice.queries.ts': 'the questions of one session, in the store',
  'practice/words/grade-answer.command.ts': 'one lesson, in a worker',
  'practice/words/words.queries.ts': 'the final task of one course, in the store',
  'progress/progress.queries.ts': 'the next lesson of the course read last',
  'recommendations/recommendation.commands.ts': 'a few questions, in the store',
  'sharing/shared-course.queries.ts': 'one course, which is shared whole',
};

/** Matches a text in SQL or in a call of the query builder: `live.content`, `content->`, `(content,`; never `contents`. */
const TEXT = /\bcontent\b/;
const TABLE = /\b(?:course_version|publication_version)\b/;

function readsText(file: string): boolean {
  const source = readFileSync(path.join(ROOT, 'domain', file), 'utf8');
  if (!TABLE.test(source)) return false;
  let reads = false;
  const see = (text: string) => {
    reads ||=
      /\b(?:live|published|version|p|around|course_version)\.content\b/.test(text) || /(?:^|[\s(,$])content(?:\s*(?:->|#>|,|$))/.test(text);
  };
  new Visitor({
    TemplateElement: ({ value }) => see(value.raw),
    Literal: ({ value }) => {
      if (typeof value === 'string' && TEXT.test(value)) see(value);
    },
  }).visit(parseSync(file, source).program);
  return reads;
}

it('the whole text of a course is read only by work on a single course', () => {
  const files = globSync('**/*.ts', { cwd: path.join(ROOT, 'domain'), exclude: (file) => /[.](test|factory)[.]ts$/.test(file) });
  const readers = files.map((file) => file.replaceAll(path.sep, '/')).filter(readsText);
  expect(readers.sort()).toEqual(Object.keys(READERS).sort());
});
