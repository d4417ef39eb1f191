import { readFileSync } from 'node:fs';
import { questionFaults } from '#domain/generation/practice/quiz-rules.ts';
import { line } from './figures.ts';
import { ANSWERS, SECTIONS } from './teaching/answers.ts';

const PROMPTS = new URL('../../domain/generation/prompts/', import.meta.url);
/** Number of characters of each prompt's rules before docs/teaching.md, on 2026-11-29. */
const BEFORE = {
  'draft-outline': 2_731,
  'write-lesson': 2_576,
  'write-quiz': 2_014,
  'write-exercises': 1_153,
  'review-lesson': 1_773,
} as const;
const RULES = ['data-rules', 'reader-rules', 'source-rules', 'course-rules', 'author-rules', 'teaching-rules'];
const CHARACTERS_A_TOKEN = 4;

/**
 * Prints how the checks of questions classify hand-written answers, good and bad by each rule of docs/teaching.md; and the length of the
 * prompts' rules compared with before. The exit code is 1 if an answer is classified wrongly.
 */
export function bench(): void {
  for (const { name, wanted, question, fault } of ANSWERS) {
    const found = questionFaults(question, wanted, SECTIONS);
    const isRight = fault === null ? found.length === 0 : found.some((one) => fault.test(one));
    if (!isRight) process.exitCode = 1;
    line(
      name,
      `${fault === null ? 'good' : 'bad'}, ${isRight ? 'as it is' : 'NOT AS IT IS'}${found.length > 0 ? `: ${found.join('; ')}` : ''}`,
    );
  }
  for (const [name, before] of Object.entries(BEFORE)) {
    const now = rulesOf(name).length;
    line(name, `${before / CHARACTERS_A_TOKEN} → ${now / CHARACTERS_A_TOKEN} tokens of rules (× ${(now / before).toFixed(2)})`);
  }
}

/** Returns the rules of a prompt, including shared ones, without parts that appear only for some material. */
function rulesOf(name: string): string {
  const read = (file: string) => readFileSync(new URL(`${file}.md`, PROMPTS), 'utf8').trim();
  const shared = RULES.slice(1).reduce((text, rules) => text.replace(`{{${rules.replace('-', '_')}}}`, () => read(rules)), read(name));
  return shared.replaceAll(/^\{\{#(\w+)\}\}\n[\s\S]*?^\{\{\/\1\}\}\n/gm, '').split(/^---$/m)[0]!;
}
