import { foreignShare } from '#domain/vendors/llm/hygiene/foreign-share.ts';
import { UNSAFE } from '../faults/spoil-lesson.ts';
import { hash32 } from '../seeded-random.ts';
import { isObject, type JsonObject } from '../wire/wire.ts';
import { textList } from './brief.ts';
import type { CoursePlan, Unit } from './course-plan.ts';
import { takeawaysOf, type LessonAnswer, lessonText, type Extra } from './lesson-text.ts';
import { unescapeMarkdown, unmaskAnswer, unmaskMarkup, escapeMarkup } from './markdown-escapes.ts';
import { fill, phrasesOf } from './phrases.ts';
import { openParagraphs, proseOf } from './prose.ts';
import { questionsOn } from './quiz.ts';
import type { Tag } from './read-tags.ts';

export interface LessonCheckAnswer {
  verdict: 'accept' | 'revise';
  findings: string[];
  replacements: [];
  question_answers: { question_id: string; reason: string; answer: string[]; answerable: boolean }[];
}

interface LessonCheckAsk {
  readonly content: string;
  /** With the quiz and the workshop, in the product's format. */
  readonly tags: Partial<Record<Tag, unknown>>;
  /** Share of good lessons for which a revision is requested anyway. */
  readonly share: number;
  readonly seed: string;
}

const FOREIGN = 0.2;
/** In a child's lesson, sentences of this many words on average are too hard. */
const HARD_SENTENCE = 30;
const QUOTE_CHARACTERS = 70;
const LONGEST_QUOTE = 90;
const MOST_FINDINGS = 5;

/** Returns the beginning of a passage without quotation marks, as quoted in a finding. */
function quoteOf(passage: string): string {
  const plain = unescapeMarkdown(passage)
    .replace(/[“”"«»„「」]/g, '')
    .trim();
  if (plain.length <= QUOTE_CHARACTERS) return plain;
  return plain
    .slice(0, QUOTE_CHARACTERS)
    .replace(/\s\S*$/, '')
    .trim();
}

/** Returns the words that a finding quotes, in any language's quotation marks; empty if there are none. */
const quotedIn = (finding: string): string =>
  new RegExp(`[“«„「『"]\\s?([^”»“"」』]{4,${LONGEST_QUOTE}})[”»“"」』]`).exec(finding)?.[1]?.trim() ?? '';

/** Finds a lesson's flaws: its language, words too hard for a child, the passage unsuitable for minors. */
export function flawsOf({ brief, course }: CoursePlan, content: string): string[] {
  if (content.trim() === '') return [];
  const { flaws } = phrasesOf(brief.language);
  const quote = quoteOf(proseOf(content)[0] ?? content);
  const unsafe = Object.values(UNSAFE).find((passage) => content.includes(passage));
  const sentences = proseOf(content)
    .join(' ')
    .split(/[.!?:;।؟。！？]+(?:\s|$)/)
    .filter((sentence) => sentence.trim() !== '');
  const words = sentences.reduce((sum, sentence) => sum + sentence.split(/\s+/).length, 0);
  const isForeign = course.head.language === brief.language && foreignShare(content, brief.language) > FOREIGN;
  return [
    ...(isForeign ? [flaws.language] : []),
    ...(unsafe ? [fill(flaws.unsafe, { quote: quoteOf(unsafe) })] : []),
    ...(brief.age < 16 && words / Math.max(1, sentences.length) > HARD_SENTENCE ? [fill(flaws.age, { quote })] : []),
  ];
}

/** Checks a lesson and its quiz. Finds all flaws; of the good lessons, `share` get a finding that quotes the text. */
export function checkLesson(plan: CoursePlan, unit: Unit, { content, tags, share, seed }: LessonCheckAsk): LessonCheckAnswer {
  const findings = flawsOf(plan, content).slice(0, MOST_FINDINGS);
  if (findings.length === 0 && hash32(`${seed} review ${content}`) / 4294967296 < share) {
    const prose = proseOf(content);
    const quote = quoteOf(prose[hash32(content) % Math.max(1, prose.length)] ?? content);
    findings.push(fill(phrasesOf(plan.brief.language).finding, { quote }));
  }
  return {
    findings,
    replacements: [],
    question_answers: answerQuestions(plan, unit, tags),
    verdict: findings.length > 0 ? 'revise' : 'accept',
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '');
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Answers the questions of a quiz and the steps of a workshop as the library does. */
export const answerQuestions = (
  plan: CoursePlan,
  unit: Unit,
  { practice_text: practice, workshop }: Partial<Record<Tag, unknown>>,
): LessonCheckAnswer['question_answers'] => [...answerQuiz(plan, unit, practice), ...answerSteps(plan, workshop)];

/** Fills each step of a workshop that asks; one that is not the library's cannot be answered. */
function answerSteps({ course }: CoursePlan, workshop: unknown): LessonCheckAnswer['question_answers'] {
  const asked = isObject(workshop) ? objects(workshop.steps).filter(({ kind }) => kind !== 'told') : [];
  const known = new Map(unmaskAnswer(course.lessons.flatMap(({ workshop: own }) => own?.steps ?? [])).map((step) => [step.text, step]));
  return asked.map(({ id, text: said }) => {
    const own = known.get(text(said));
    return {
      question_id: text(id),
      reason: own?.explanation ?? '',
      answer: own?.accepted.slice(0, 1) ?? [''],
      answerable: own !== undefined,
    };
  });
}

/** Answers each question as the library does; a question that is not the library's gets its first option. */
function answerQuiz(plan: CoursePlan, unit: Unit, practice: unknown): LessonCheckAnswer['question_answers'] {
  const asked = isObject(practice) ? objects(practice.quiz) : [];
  if (asked.length === 0) return [];
  const known = new Map(unmaskAnswer(questionsOn(plan, unit)).map((one) => [one.question, one]));
  return asked.map((entry) => {
    const options = objects(entry.options).map((option) => ({ id: text(option.id), text: text(option.text) }));
    const question = text(entry.question);
    const own = known.get(question) ?? [...known].find(([beginning]) => question.startsWith(beginning))?.[1];
    const question_id = text(entry.id);
    if (!own) return { question_id, reason: '', answer: options.slice(0, 1).map(({ id }) => id), answerable: true };
    const right = own.kind === 'short' ? own.rubric : own.correct_options.map((at) => own.options[at]!);
    const answer = right.flatMap((one) => options.filter((option) => option.text === one).map(({ id }) => id));
    // the check sees no key: it explains the right option, instead of repeating the question
    return { question_id, reason: own.explanation, answer, answerable: true };
  });
}

const squeeze = (passage: string): string =>
  unmaskMarkup(unescapeMarkdown(passage))
    .replace(/[“”"«»„「」『』]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/**
 * Returns the lesson with one of its takeaways added to the paragraph that a finding quotes, or to the next suitable one. Null if the text
 * has to be rewritten.
 */
export function correctText(plan: CoursePlan, unit: Unit, given: JsonObject, findings: readonly string[]): LessonAnswer | null {
  const content = text(given.content);
  if (content.trim() === '' || flawsOf(plan, content).length > 0) return null;
  const points = takeawaysOf(unit);
  const said = phrasesOf(plan.brief.language);
  const blocks = content.split(/\n{2,}/);
  const open = openParagraphs(
    blocks,
    [said.words, said.check, said.points].map((heading) => `## ${heading}`),
  );
  if (open.length === 0) return null;
  for (const [i, finding] of findings.entries()) {
    const quote = squeeze(quotedIn(finding));
    const quoted = quote === '' ? -1 : blocks.findIndex((block) => squeeze(block).includes(quote));
    const at = (quoted < 0 ? undefined : open.find((place) => place >= quoted)) ?? open.at(-1)!;
    const space = /[。！？]$/.test(blocks[at]!) ? '' : ' ';
    blocks[at] += `${space}${fill(said.in_short, { point: points[i % points.length]! })}`;
  }
  return { content: blocks.join('\n\n'), objectives: textList(given.objectives), key_takeaways: textList(given.key_takeaways) };
}

const SHORTER =
  /\b(short(er)?|brief(er)?|concise|less text|cut|cort[oa]|breve|resum)|kürzer|plus court|più breve|mais curt|короче|简短|更短|短く|짧게|أقصر|छोटा/i;
const LONGER =
  /\b(longer|more detail|deeper|in depth|extend|expand|elaborate|thorough|m[aá]s (larg[oa]|detalle|profund)|ampl[ií])|länger|ausführlich|plus long|più lung|mais long|подробнее|длиннее|详细|更长|詳しく|長く|자세히|길게|أطول|تفصيل|विस्तार/i;
const EXTRAS: readonly (readonly [wish: RegExp, extra: Extra])[] = [
  [/\b(terms?|words?|glossary|defin\w*|jargon|palabras?|términos?|mots)\b|begriff|слова|词|用語|용어|مصطلح|शब्द/i, 'words'],
  [/\b(questions?|quiz|test|preguntas?)\b|fragen|вопрос|问题|質問|질문|سؤال|أسئلة|प्रश्न/i, 'check'],
  // an easier text explains its words
  [
    /\b(simpl\w*|easier|plain\w*|child\w*|kids?|beginner|less (technical|jargon)|sencill\w*|f[aá]cil\w*|niñ[oa]s|semplic\w*)\b|einfacher|проще|简单|やさし|簡単|쉽게|أبسط|सरल/i,
    'words',
  ],
];
const ALL: readonly Extra[] = ['words', 'check', 'points'];
const SHORT = 0.6;

/**
 * Rewrites a lesson from the same lesson of the library: only its first sections, or with its words, its objectives for self-checking, its
 * takeaways, or all of these. Any other wish adds parts that the text does not have yet; the subject of the wish is ignored, because the
 * library has nothing on it.
 */
export function rewriteLesson(plan: CoursePlan, unit: Unit, tags: Partial<Record<Tag, unknown>>): LessonAnswer {
  const raw = tags.instruction;
  const wish = typeof raw === 'string' ? raw : JSON.stringify(raw);
  const before = isObject(tags.lesson_text) && typeof tags.lesson_text.content === 'string' ? tags.lesson_text.content : '';
  const asked = [...new Set(EXTRAS.filter(([pattern]) => pattern.test(wish)).map(([, extra]) => extra))];
  const turn = hash32(`${wish} ${before}`) % ALL.length;
  const orders: (readonly Extra[])[] = [
    ...(LONGER.test(wish) ? [ALL] : asked.length > 0 ? [asked] : []),
    ...ALL.map((_, at) => [ALL[(at + turn) % ALL.length]!]),
    [],
    ALL,
  ];
  const made = [
    ...(SHORTER.test(wish) ? [lessonText(plan, unit, { words: 0, first: [], share: SHORT })] : []),
    ...orders.map((first) => lessonText(plan, unit, { words: LONGER.test(wish) ? Infinity : plan.brief.size.words, first })),
    // where nothing else has room
    lessonText(plan, unit, { words: Infinity, first: [ALL[turn]!] }),
  ];
  return made.find(({ content }) => escapeMarkup(content).trim() !== before.trim()) ?? made[0]!;
}
