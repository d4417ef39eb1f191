import { hasDefect, type Work } from './defects.ts';
import type { QuizAnswer } from './practice.ts';

type Question = QuizAnswer['questions'][number];

/** The share of questions whose key is moved to a wrong option. Of these, half are explained as if that option were right. */
export function withWrongKeys({ questions }: QuizAnswer, share: number, work: Work): QuizAnswer {
  return {
    questions: questions.map((question, i) =>
      hasDefect(share, `wrong key ${i}`, work) ? wrong(question, hasDefect(0.5, `wrong reason ${i}`, work)) : question,
    ),
  };
}

function wrong(question: Question, explains: boolean): Question {
  const { options, correct_option: right } = question;
  const key = (right + 1) % options.length;
  return {
    ...question,
    correct_option: key,
    explanation: explains ? swap(question.explanation, options[right] as string, options[key] as string) : question.explanation,
  };
}

/** Each of two texts in place of the other, whatever their capitals. */
function swap(text: string, one: string, other: string): string {
  const escape = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`${escape(one)}|${escape(other)}`, 'giu'), (found) => {
    const replacement = found.toLowerCase() === one.toLowerCase() ? other : one;
    return /^\p{Ll}/u.test(found) ? replacement.charAt(0).toLowerCase() + replacement.slice(1) : replacement;
  });
}
