import { hash32 } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import type { CoursePlan, Unit } from './course-plan.ts';
import { lessonText, type Extra, type LessonAnswer } from './lesson-text.ts';
import { escapeMarkup } from './markdown-escapes.ts';
import type { Tag } from './read-tags.ts';

const SHORTER =
  /\b(short(er)?|brief(er)?|concise|less text|cut|cort[oa]|breve|resum)|kürzer|plus court|più breve|mais curt|короче|简短|更短|短く|짧게|أقصر|छोटा/i;
const LONGER =
  /\b(longer|more detail|deeper|in depth|extend|expand|elaborate|thorough|m[aá]s (larg[oa]|detalle|profund)|ampl[ií])|länger|ausführlich|plus long|più lung|mais long|подробнее|длиннее|详细|更长|詳しく|長く|자세히|길게|أطول|تفصيل|विस्तार/i;
const EXTRAS: readonly (readonly [wish: RegExp, extra: Extra])[] = [
  [
    /\b(examples?|practice|exercises?|steps?|tasks?|ejemplos?|ejercicios?|exemples?|esempi\w?|exemplos?)\b|beispiel|übung|пример|例|예시|أمثلة|उदाहरण/i,
    'exercise',
  ],
  [/\b(terms?|words?|glossary|defin\w*|jargon|palabras?|términos?|mots)\b|begriff|слова|词|用語|용어|مصطلح|शब्द/i, 'words'],
  [/\b(questions?|quiz|test|preguntas?)\b|fragen|вопрос|问题|質問|질문|سؤال|أسئلة|प्रश्न/i, 'check'],
  // an easier text explains its words
  [
    /\b(simpl\w*|easier|plain\w*|child\w*|kids?|beginner|less (technical|jargon)|sencill\w*|f[aá]cil\w*|niñ[oa]s|semplic\w*)\b|einfacher|проще|简单|やさし|簡単|쉽게|أبسط|सरल/i,
    'words',
  ],
];
const ALL: readonly Extra[] = ['words', 'check', 'exercise'];
const LONG: readonly Extra[] = ['exercise', 'words', 'check', 'points'];
const SHORT = 0.6;

/**
 * Writes a lesson anew from the same lesson of the library: its first sections only, or with its exercise, its words, its aims to check oneself
 * by, or all of these. A wish for anything else brings what the text does not have yet; the subject of a wish is not written about, because the
 * library says nothing of it.
 */
export function rewriteLesson(plan: CoursePlan, unit: Unit, tags: Partial<Record<Tag, unknown>>): LessonAnswer {
  const raw = tags.instruction;
  const wish = typeof raw === 'string' ? raw : JSON.stringify(raw);
  const before = isObject(tags.lesson_text) && typeof tags.lesson_text.content === 'string' ? tags.lesson_text.content : '';
  const asked = [...new Set(EXTRAS.filter(([pattern]) => pattern.test(wish)).map(([, extra]) => extra))];
  const turn = hash32(`${wish} ${before}`) % ALL.length;
  const orders: (readonly Extra[])[] = [
    ...(LONGER.test(wish) ? [LONG] : asked.length > 0 ? [asked] : []),
    ...ALL.map((_, at) => [ALL[(at + turn) % ALL.length]!]),
    [],
    ALL,
    LONG,
  ];
  const made = [
    ...(SHORTER.test(wish) ? [lessonText(plan, unit, { words: 0, first: [], share: SHORT })] : []),
    ...orders.map((first) => lessonText(plan, unit, { words: LONGER.test(wish) ? Infinity : plan.brief.size.words, first })),
  ];
  return made.find(({ content }) => escapeMarkup(content).trim() !== before.trim()) ?? made[0]!;
}
