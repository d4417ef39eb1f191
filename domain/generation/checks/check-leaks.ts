import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import { textsOf, tokensOf, withoutCode } from '#domain/platform/prose/plain-prose.ts';

/** This many consecutive words of our instructions are no coincidence. */
const LEAK_WORDS = 8;

const OUR_NAMES = [
  ...Object.keys(courseFormSchema.shape).filter((key) => key.includes('_')),
  'course_size',
  'lesson_words',
  'lessons_per_module',
  'lesson_text',
  'practice_text',
  'data_rules',
  'writing_rules',
  'key_takeaways',
  'correct_options',
  'question_answers',
  'citation_verdicts',
  'passage_id',
];
const OUR_NAME = new RegExp(`(?<![\\w-])(?:${OUR_NAMES.join('|')})(?![\\w-])`);
const OUR_TAG =
  /<\/?(?:brief|outline|research|lesson|lesson_text|practice|practice_text|findings|problems|instruction|passages|contents|citations)>/i;
const PLACEHOLDER =
  /\{\{[^}\n]{0,80}\}\}|\{\{|lorem ipsum|\[(?:insert|todo|tbd|placeholder|your [a-z ]{1,20} here|add [a-z ]{1,30} here)[^\]\n]{0,60}\]/i;
/**
 * Elements that run, load or send something; handlers in any element; Markdown that loads an image or runs a script. None works for a
 * reader, who sees the tags as text. An escaped one was meant to be shown.
 */
const HTML =
  /(?<!\\)<\/?(?:script|iframe|img|style|object|embed|form|svg|link|meta|base|video|audio)\b|(?<!\\)<a\s[^<>]*>|(?<!\\)<[a-z][^<>]*\son[a-z]+\s*=|(?<!\\)\]\(\s*(?:javascript|data|vbscript):|(?<!\\)!\[[^[\]]*\]\(/i;
/**
 * An HTML block is shown as its source, including its content, and no Markdown is rendered in it. Inline, such an element is shown as it is
 * written and may be the line's topic, so only lines that begin with one count.
 */
const HTML_BLOCK =
  /^[ \t]{0,3}(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+)?(?:<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s>/]|$)|<!|<\/?[a-z][\w-]*(?:\s[^<>\n]*)?>[ \t]*$)/im;
/** What marks a model's thoughts, on a line of its own or within one. An escaped tag was meant to be shown. */
const THINKING =
  /(?<!\\)<\/?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|seed:think)>|\[\/?THINK\]|◁\/?think▷|<\|(?:channel|message|start|end|return|constrain)\|>/i;
/** A model that speaks of itself, or refuses in the middle of a text, in the languages of courses. */
const ABOUT_ITSELF = [
  /\bas an? (?:AI|artificial intelligence)(?: language model| assistant| model)?,? I\b/i,
  /\bas a (?:large )?language model\b/i,
  /^[ \t]*(?:sure|certainly|of course|absolutely)[!,.] here(?:’s|'s| is| are) (?:the|your|a) (?:\w+ ){0,2}(?:lesson|quiz|questions|course|outline|exercises)\b/im,
  /\(word count: ?\d+\)/i,
  /\bI(?:’m| am|'m) (?:sorry, but I|an AI (?:language model|assistant|model)|unable to (?:help|assist|comply|fulfil))/i,
  /\bI (?:cannot|can’t|can't) (?:help|assist|comply|fulfil|continue) with (?:this|that|your)\b/i,
  /\bcomo (?:un )?modelo de (?:lenguaje|linguagem|IA)\b/i,
  /\ben tant que mod[èe]le (?:de langage|d[’']IA)\b/i,
  /\bals (?:KI-|großes )?Sprachmodell\b/i,
  /\bcome modello (?:linguistico|di linguaggio)\b/i,
  /как (?:языковая модель|ИИ-модель|искусственный интеллект, я)/i,
  /(?:作为|身为)一?个?(?:AI|人工智能|大?型?语言模型)/,
  /(?:AI|人工知能)(?:言語モデル|アシスタント)として/,
  /(?:AI|인공지능) ?(?:언어 ?모델|어시스턴트)(?:로서|입니다)/,
  /(?:كنموذج|بصفتي نموذج) ?(?:لغوي|ذكاء)/,
  /(?:एक )?(?:एआई|AI) भाषा मॉडल के (?:रूप|तौर)/,
];

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
 * Finds what must never reach a reader, in any text of an answer: our instructions or the names in them, unfilled placeholders, a model
 * speaking of itself, and HTML. Code is exempt, because a course may teach any of it; so are the learner's own words, except for HTML in
 * Markdown, which should be code: titles and the like are plain text.
 * @param own what the learner wrote
 */
export function checkLeaks(answer: unknown, instructions: string, own = ''): AnswerProblem[] {
  const problems: AnswerProblem[] = [];
  const text = textsOf(answer).map(withoutCode).join('\n');
  const ours = instructionRuns(instructions);
  const learners = own.toLowerCase();
  const matches = (pattern: RegExp) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].some(([match]) => !learners.includes(match.toLowerCase()));
  if (matches(OUR_TAG) || matches(OUR_NAME) || repeats(text, ours))
    problems.push(problem('the text repeats these instructions or names of fields: write for the reader only'));
  if (matches(THINKING)) problems.push(problem('the text contains thoughts about it, or their marks: write for the reader only'));
  if (matches(PLACEHOLDER)) problems.push(problem('the text contains a placeholder'));
  if (ABOUT_ITSELF.some(matches))
    problems.push(problem('the text speaks of its author as a machine, or declines: write for the reader only'));
  const markdown = textsOf(markdownOf(answer)).map(withoutCode).join('\n');
  if (HTML.test(markdown) || HTML_BLOCK.test(markdown) || matches(HTML))
    problems.push(problem('the text contains HTML or images: Markdown without images only'));
  return problems;
}
