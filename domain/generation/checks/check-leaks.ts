import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { textsOf, tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';
import { hasHtml, HTML } from '#domain/vendors/llm/hygiene/markup.ts';
import { OF_A_MACHINE, OUR_NAME, OUR_TAG, THINKING, withoutMentions } from '#domain/vendors/llm/hygiene/own-talk.ts';

/** This many consecutive words of our instructions are no coincidence. */
const LEAK_WORDS = 8;

/** Placeholders of templates, which a course on templates has to show. */
const SLOT = /\{\{[^}\n]{0,80}\}\}|\{\{/;
const OF_TEMPLATES =
  /\b(?:templat(?:e|es|ing)|vue|angular|handlebars|mustache|jinja2?|django|nunjucks|ansible|plantillas?|vorlagen?|gabarits?|modelli html)\b|шаблон|模板|テンプレート|템플릿|قوالب|टेम्पलेट/i;
const PLACEHOLDER = /lorem ipsum|\[(?:insert|todo|tbd|placeholder|your [a-z ]{1,20} here|add [a-z ]{1,30} here)[^\]\n]{0,60}\]/i;
/** Word runs of our instructions, and the word pairs they begin with. */
interface Runs {
  readonly whole: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

const known = new Map<string, Runs>();

const pairAt = (tokens: readonly string[], at: number): string => `${tokens[at]} ${tokens[at + 1]}`;
const runAt = (tokens: readonly string[], at: number): string => tokens.slice(at, at + LEAK_WORDS).join(' ');
const startsOf = (tokens: readonly string[]): number[] =>
  Array.from({ length: Math.max(0, tokens.length - LEAK_WORDS + 1) }, (_, at) => at);

function instructionRuns(instructions: string): Runs {
  let runs = known.get(instructions);
  if (!runs) {
    const tokens = tokensOf(instructions);
    const starts = startsOf(tokens);
    runs = { whole: new Set(starts.map((at) => runAt(tokens, at))), pairs: new Set(starts.map((at) => pairAt(tokens, at))) };
    known.set(instructions, runs);
  }
  return runs;
}

/** Returns the Markdown parts of an answer: the text of a lesson, the instructions of an exercise. */
function markdownOf(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => (key === 'content' || key === 'instructions' ? [value] : markdownOf(value)));
}

function repeats(text: string, ours: Runs): boolean {
  const tokens = tokensOf(text);
  // few positions of a text begin like our instructions; only there a whole run is compared
  return startsOf(tokens).some((at) => ours.pairs.has(pairAt(tokens, at)) && ours.whole.has(runAt(tokens, at)));
}

/**
 * Finds text that must never reach a reader, in any text of an answer: our instructions or the names in them, unfilled placeholders, a
 * model's self-talk, and HTML. Code is exempt, because a course may teach any of it; so are the learner's own words, except for HTML in
 * Markdown, which should be code: titles and the like are plain text. Words, marks and placeholders of a machine may be quoted, and named
 * in a course about models or templates.
 * @param instructions all words of ours in the prompt
 * @param own the learner's words
 */
export function checkLeaks(answer: unknown, instructions: string, own = ''): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const text = textsOf(answer).map(withoutCode).join('\n');
  const ours = instructionRuns(instructions);
  const learners = own.toLowerCase();
  const said = textsOf(answer)
    .map((one) => withoutMentions(withoutCode(one), own))
    .join('\n');
  const matches = (pattern: RegExp, within = text) =>
    [...within.matchAll(new RegExp(pattern, `${pattern.flags}g`))].some(([match]) => !learners.includes(match.toLowerCase()));
  if (matches(OUR_TAG) || matches(OUR_NAME) || repeats(text, ours))
    problems.push(problem('the text repeats these instructions or names of fields: write for the reader only', { flaw: 'echo' }));
  if (matches(THINKING, said))
    problems.push(problem('the text contains thoughts about it, or their marks: write for the reader only', { flaw: 'thoughts' }));
  if (matches(PLACEHOLDER, said) || (!OF_TEMPLATES.test(own) && matches(SLOT, said)))
    problems.push(problem('the text contains a placeholder'));
  if (OF_A_MACHINE.some((pattern) => matches(pattern, said)))
    problems.push(problem('the text speaks of its author as a machine, or declines: write for the reader only', { flaw: 'about_itself' }));
  const markdown = textsOf(markdownOf(answer)).map(withoutCode).join('\n');
  if (hasHtml(markdown) || matches(HTML)) problems.push(problem('the text contains HTML or images: Markdown without images only'));
  return problems;
}
