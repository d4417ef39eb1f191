import { LESSON_CORPUS, PLAIN_CORPUS } from '#contract/courses/lesson-corpus.factory.ts';
import type { QuizItem } from '#contract/courses/quiz.contract.ts';
import { courseOf, lessonOf } from '#domain/exports/formats/exported-course.factory.ts';

/** The names of the corpus's texts, in the order of their lessons. */
export const NAMES = Object.keys(LESSON_CORPUS);
const plain = PLAIN_CORPUS.map(({ text }) => text);
const quiz: QuizItem[] = plain.map((question, n) => ({
  id: `q${n}`,
  kind: 'multiple',
  question,
  explanation: question,
  // a question has at most ten options
  options: (n % 2 === 0 ? plain.slice(0, 10) : plain.slice(-10)).map((text, at) => ({ id: `o${at}`, text })),
  answer_ids: ['o0', 'o1'],
}));
/** The corpus as a course: one lesson for each text; the last one has the plain texts as questions and options. */
export const course = courseOf({
  modules: [
    {
      title: 'Texts',
      summary: '',
      lessons: [
        ...NAMES.map((name, n) => ({
          ...lessonOf(name),
          content: LESSON_CORPUS[name]!.text,
          objectives: [`Objective (${n})`],
          key_takeaways: [`Takeaway ${n}`],
          exercises: [{ id: `e${n}`, title: `Exercise ${n}`, instructions: LESSON_CORPUS[name]!.text }],
        })),
        ...plain.map((title) => ({ ...lessonOf(title), content: 'End.', objectives: plain, key_takeaways: plain })),
        lessonOf('Questions', quiz),
      ],
    },
  ],
});

/** Returns the words of a meaning, for readers without its notation. */
export const bare = (text: string): string => text.replaceAll(/\s|\u200e/g, '');
/** Returns a meaning without the notation of its appearance. */
export const ofSigns = (meaning: string): string =>
  meaning
    .replaceAll(/~~(.+?)~~/g, (_, struck: string) => [...struck].map((one) => `${one}\u0336`).join(''))
    .replaceAll(/^(- )?\[x\] /gm, '☑ ')
    .replaceAll(/^(- )?\[ \] /gm, '☐ ')
    .replaceAll(/^(?:# |> |- )/gm, '')
    .replaceAll(/(\*{1,3})(?=\S)([^*]+?)\1/g, '$2')
    .replaceAll(/```|`/g, '')
    .replaceAll(/\$([^$]*[\\^=_][^$]*|[a-z])\$/g, '$1')
    .replaceAll(' / ', ' ')
    .replaceAll(' | ', ' ')
    .replaceAll(/<(https:[^>]+)>/g, ' ($1)');

const PDF_HAS = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
/** Names of the texts in scripts for which the PDF has fonts. */
export const PDF_NAMES = NAMES.filter((name) => PDF_HAS.test(LESSON_CORPUS[name]!.text));

/** Returns the parts of a text's meaning that are missing from its lesson, in the `bare` text of a PDF of the course. */
export function missingInPages(name: string, pages: string): string[] {
  const lesson = pages.slice(pages.indexOf(bare(`Objective (${NAMES.indexOf(name)})`)));
  const { words, means } = LESSON_CORPUS[name]!;
  return (words ?? means.map(ofSigns)).filter((one) => !lesson.slice(0, 1_000).includes(bare(one)));
}
