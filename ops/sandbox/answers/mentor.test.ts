import { describe, expect, it } from 'vitest';
import { mentorAnswer } from './mentor.ts';
import { phrasesOf } from './phrases.ts';
import { readLibraryCourse } from './read-library.ts';

const text = readLibraryCourse('the-immune-system-and-vaccines').lessons[2]!.sections.join('\n\n');
const lesson = { title: 'A key for every lock', module: 0, lesson: 2, text };
const said = phrasesOf('english');
const answerTo = (question: string, more: object = { lesson }, topic = 'The immune system') =>
  mentorAnswer({ brief: { topic }, question, ...more }).answer;

describe('the mentor', () => {
  it('quotes the passage that answers', () => {
    const answer = answerTo('What is an antibody?');
    expect(answer.startsWith(said.found)).toBe(true);
    expect(answer).toMatch(/^> .*antibod/im);
  });

  it.each(['What is the capital of Mongolia?', 'Which words should I know?', 'Who won the chess championship?'])(
    'does not claim that the lesson answers: %s',
    (question) => {
      expect(answerTo(question)).toMatch(new RegExp(`^${said.not_found}`));
      expect(answerTo(question)).not.toContain(said.found);
    },
  );

  it('quotes nothing when no word of the question is in the lesson', () => {
    expect(mentorAnswer({ brief: { topic: 'x' }, lesson, question: 'Ulaanbaatar, Mongolia?' })).toEqual({
      answer: `${said.not_found} ${said.mentor_hint}`,
      quotes: [],
    });
  });

  it('follows a marked passage, whatever the question says', () => {
    const passage = text.split('\n\n').find((block) => block.includes('antibod'))!;
    expect(answerTo('What does this mean?', { lesson, passage })).toMatch(/^> .*antibod/im);
  });

  it('ends an explanation with one question: on a wrong answer, else on the point of the passage', () => {
    const wrong = { question: 'What does a key fit?', chosen: 'Every lock' };
    expect(answerTo('What is an antibody?', { lesson, mistakes: [wrong] })).toMatch(/clear: What does a key fit\?$/);
    expect(answerTo('What is an antibody?')).toMatch(/Say it in your own words: what does the lesson say about “[^”]+”\?$/);
  });

  it('while guiding, names the lesson and shows where to look, and not what the passage says', () => {
    const told = answerTo('What is an antibody?');
    const guided = answerTo('What is an antibody?', { lesson, manner: { socratic: true } });
    expect(guided).toContain(`Go back to the lesson “${lesson.title}”.`);
    const [quotation] = /^> .*$/m.exec(told)!;
    expect(guided).not.toContain(quotation.slice(0, 80));
    expect(guided).toMatch(/^> (?:\S+ ){1,6}…$/m);
  });

  it('leads a tutor session through the lesson', () => {
    expect(answerTo('Ready', { lesson, manner: { tutor: true } })).toMatch(/\n\n> /);
  });

  it('answers from the named course if no lesson is open, else says that it needs one', () => {
    const question = 'What do antibodies do?';
    expect(answerTo(question, {}, question)).toMatch(/^> .*antibod/im);
    for (const other of ['What is the capital of Mongolia?', 'How do hawks hunt?'])
      expect(answerTo(other, {}, other)).toBe(`${said.no_lesson} ${said.mentor_hint}`);
  });

  it.each([
    ['¿Cuál es la capital de Mongolia?', 'spanish'],
    ['Was ist die Hauptstadt der Mongolei?', 'german'],
    ['蒙古的首都是哪里？', 'chinese'],
    ['モンゴルの首都はどこですか', 'japanese'],
    ['몽골의 수도는 어디입니까?', 'korean'],
  ] as const)('%s is told in %s that the lesson does not answer', (question, language) => {
    const { not_found: notFound, mentor_hint: hint } = phrasesOf(language);
    expect(answerTo(question)).toBe(`${notFound} ${hint}`);
  });
});
