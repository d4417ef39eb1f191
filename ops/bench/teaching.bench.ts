import { readFileSync } from 'node:fs';
import { questionFaults } from '#domain/generation/practice/quiz-rules.ts';
import { line } from './figures.ts';
import { ANSWERS, SECTIONS } from './teaching/answers.ts';

const PROMPTS = new URL('../../domain/generation/prompts/', import.meta.url);
/** Characters of the rules of each prompt before docs/teaching.md, on 2026-11-29. */
const BEFORE = {
  'draft-outline': 2_731,
  'write-lesson': 2_576,
  'write-quiz': 2_014,
  'write-exercises': 1_153,
  'review-lesson': 1_773,
} as const;
const RULES = ['data-rules', 'writing-rules', 'teaching-rules'];
const CHARACTERS_A_TOKEN = 4;

/**
 * How the checks of questions sort answers written by hand, good and bad by each rule of docs/teaching.md; and how long the rules of the prompts
 * are beside what they were before it. The exit code is 1 when an answer is sorted wrongly.
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

/** The rules of a prompt, with those that it shares, without what stands there for some material only. */
function rulesOf(name: string): string {
  const read = (file: string) => readFileSync(new URL(`${file}.md`, PROMPTS), 'utf8').trim();
  const shared = RULES.slice(1).reduce((text, rules) => text.replace(`{{${rules.replace('-', '_')}}}`, () => read(rules)), read(name));
  return shared.replaceAll(/^\{\{#(\w+)\}\}\n[\s\S]*?^\{\{\/\1\}\}\n/gm, '').split(/^---$/m)[0]!;
}
