import { readFileSync } from 'node:fs';
import { searchLibrary, type LibraryAnswer } from '../answers/nearest-courses.ts';
import { librarySlugs, readCourseHead } from '../answers/read-library.ts';

/**
 * What a reader who knows the library's courses expects on a topic: a whole course, a part of one, or nothing. `course`: the beginning of
 * its slug.
 */
interface Judgement {
  readonly answer: 'right' | 'part' | 'none';
  readonly course: string;
}

/** `judgements`: the best answer first, then others that a reader would not call wrong. */
export interface JudgedTopic {
  readonly topic: string;
  readonly goals: string;
  readonly age: number | null;
  readonly judgements: readonly Judgement[];
  /** How it is asked, such as a question or a complaint; '' on the lists that do not say. */
  readonly kind: string;
  /** `untouched`: never looked at while the matcher was changed, every second topic of the third list. */
  readonly half: 'tuned' | 'untouched';
}

/** `second`: by another reader, who had not written the library; `third`: in ten kinds, from the titles and texts of the lessons alone. */
export const TOPIC_LISTS = { first: 'topics.tsv', second: 'second-topics.tsv', third: 'third-topics.tsv' } as const;
export type TopicList = keyof typeof TOPIC_LISTS;

/** Reads topics as people type them, written before anybody had seen the library's answers, each with a reader's judgement. */
export const readTopics = (list: TopicList): JudgedTopic[] =>
  readFileSync(new URL(TOPIC_LISTS[list], import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line, at) => {
      const [topic = '', goals = '', age = '', judged = '', kind = ''] = line.split('\t');
      const judgements = judged.split(' | ').map((one) => {
        const [answer = 'none', course = ''] = one.trim().split(' ');
        return { answer: answer as Judgement['answer'], course };
      });
      return {
        topic,
        goals,
        age: age ? Number(age) : null,
        judgements,
        kind,
        half: list === 'third' && at % 2 === 1 ? 'untouched' : 'tuned',
      };
    });

/** Returns the slug of an answer's course; '' for none. */
const slugOf = ({ match, nearest: [first] }: LibraryAnswer): string =>
  (match === 'course' || match === 'part') && first
    ? (librarySlugs().find((slug) => readCourseHead(slug).title === first.title && readCourseHead(slug).language === first.language) ?? '')
    : '';

/**
 * How an answer compares with the judgement. `wrong`: a course that no reader would expect. `too_much`: the right one, but said to treat
 * more of the topic than it does. `too_little`: less. `missed`: none although there is one.
 */
export const VERDICTS = ['as_judged', 'wrong', 'missed', 'too_much', 'too_little'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Asks the library about a topic, in English, and compares its answer with the judgement. */
export function tryTopic({ topic, goals, judgements }: JudgedTopic): { answer: LibraryAnswer; slug: string; verdict: Verdict } {
  const answer = searchLibrary(topic, goals, 'english');
  const slug = slugOf(answer);
  return { answer, slug, verdict: verdictOf(slug, answer.match === 'part' ? 'part' : 'right', judgements) };
}

function verdictOf(slug: string, answered: 'right' | 'part', judgements: readonly Judgement[]): Verdict {
  if (slug === '') return judgements.some(({ answer }) => answer === 'none') ? 'as_judged' : 'missed';
  const ofCourse = judgements.filter(({ answer, course }) => answer !== 'none' && slug.startsWith(course));
  if (ofCourse.length === 0) return 'wrong';
  if (ofCourse.some(({ answer }) => answer === answered)) return 'as_judged';
  return answered === 'right' ? 'too_much' : 'too_little';
}
