import { detectLatinLanguage } from '#domain/vendors/llm/hygiene/stop-words.ts';
import { plainProse } from '#domain/platform/prose/plain-prose.ts';
import { hash32 } from '../seeded-random.ts';
import { isObject } from '../wire/wire.ts';
import { planCourse } from './course-plan.ts';
import { readBrief } from './brief.ts';
import { unmaskMarkup } from './markdown-escapes.ts';
import { fill, phrasesOf } from './phrases.ts';
import { proseOf } from './prose.ts';
import type { Language } from './read-library.ts';
import type { Tag } from './read-tags.ts';

type Tags = Partial<Record<Tag, unknown>>;

const LATIN: Readonly<Record<string, Language>> = {
  eng: 'english',
  spa: 'spanish',
  fra: 'french',
  deu: 'german',
  ita: 'italian',
  por: 'portuguese',
};
/** Letters that occur in only one of the languages. */
const SCRIPTS: readonly (readonly [letters: RegExp, language: Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'japanese'],
  [/\p{Script=Han}{2}/u, 'chinese'],
  [/\p{Script=Hangul}/u, 'korean'],
  [/\p{Script=Cyrillic}{3}/u, 'russian'],
  [/\p{Script=Arabic}{3}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'hindi'],
  [/[¿¡ñ]/u, 'spanish'],
  [/[äöüß]/u, 'german'],
  [/[ãõ]/u, 'portuguese'],
];
/** Shorter words occur everywhere, except in scripts that write a word as one character. */
const WORD_LETTERS = 4;
const STEM = 6;
const LONGEST_QUOTE = 160;
/** Minimum characters of a passage that says something. */
const SHORTEST = 40;
/** Minimum share of a question's words in a passage that answers it. */
const ENOUGH = 1 / 2;
/** Words of questions and sentences that say nothing about a subject. */
const STOP_WORDS = new Set(
  `about also always answer because been before being both call called could course does doing done else even ever every explain find from give going good have
   having help here into just know learn lesson like made make many maybe mean means more most much must need never only other ours over please question really
   said same says should show some such sure tell than thank that their them then there these they thing things think this those through under understand
   using very want well were what when where which while whom whose will with without work works would write your
   algo como cómo cuál cuales cuando cuándo cuánto dónde donde ella ellos entre esta este esto estos explica explicar hace hacer lección para pero podría porque
   puede pueden qué quién quiere quiero significa sobre también tiene todo todos
   aber also auch auf bedeutet bitte dass diese dieser dieses doch eine einem einen einer erklär erkläre etwas gibt haben hier kann können lektion mehr nach
   nicht oder sein sich sind über unter wann warum welche welcher welches wenn werden wird wieso woher
   avec aussi bien cela cette comment dans elle elles encore entre expliquer explique faire fait leçon leur mais nous parce peut pour pourquoi quand quel quelle
   quelles quels sans sont sont-ils tout tous vous votre
   anche come cosa dalla della delle dove essere fare hanno lezione nella perché però più possono quale quali quando quanto questa questo significa sono spiega
   aula como está fazer explica isso isto lição mais muito onde para pode podem porque qual quais quando quanto quem sobre também tem uma você
   если зачем какая какие какой какую когда кого кому который меня можно нужно объясни откуда почему расскажи такое чего чему этого этом этот урок
   ماذا لماذا كيف متى أين الذي التي هذا هذه على عندما يعني اشرح الدرس يمكن هناك لدى
   क्या क्यों कैसे कौन कहाँ लिए नहीं होता होती होते करता करते समझाइए`.split(/\s+/),
);
const STOP_CHARACTERS = new Set('的是什么吗呢怎为了在有和与我你他她它这那哪谁请问样会能可以不一个何');
const HANGUL_LETTERS = 2;
const HANGUL_STOP = new Set(['무엇', '어떻', '왜요', '언제', '어디', '누구', '이것', '그것', '설명', '있습', '합니', '수업', '알려']);

/** Returns the language of a question; null if it cannot be determined. */
function languageOf(question: string): Language | null {
  const script = SCRIPTS.find(([letters]) => letters.test(question));
  return script ? script[1] : (LATIN[detectLatinLanguage(question) ?? ''] ?? null);
}

/** Returns a text's subject words, cut to their beginnings; single characters in scripts without spaces. */
const stemsOf = (text: string): string[] => [
  ...new Set(
    (
      text
        .toLowerCase()
        .replaceAll(/\p{Script=Hiragana}+/gu, ' ')
        .match(/\p{Script=Han}|[\p{L}\p{N}\p{M}]+/gu) ?? []
    ).flatMap((word) => {
      if (/\p{Script=Han}/u.test(word)) return STOP_CHARACTERS.has(word) ? [] : [word];
      const isHangul = /\p{Script=Hangul}/u.test(word);
      const stem = word.slice(0, isHangul ? HANGUL_LETTERS : STEM);
      return word.length < (isHangul ? HANGUL_LETTERS : WORD_LETTERS) || STOP_WORDS.has(word) || HANGUL_STOP.has(stem) ? [] : [stem];
    }),
  ),
];

/**
 * Answers with the lesson's passage that has most of the question's words, preferring rare ones, and says so if it has too few or none;
 * then asks again about a wrong quiz answer, or about the passage's point. In guiding mode it shows only the passage's beginning, asks what
 * it says and names the lesson. Without a lesson it answers from the library's course on the subject, or says that it needs a lesson.
 * Without an answer, it says how it searches.
 */
export function mentorAnswer(tags: Tags): { answer: string; quotes: string[] } {
  const brief = readBrief(tags.brief ?? {});
  const question = typeof tags.question === 'string' ? tags.question : '';
  const manner = isObject(tags.manner) ? tags.manner : {};
  const language = languageOf(question) ?? brief.language;
  const said = phrasesOf(language);
  const open = isObject(tags.lesson) && typeof tags.lesson.text === 'string' ? tags.lesson.text : '';
  const known = open || textOfCourse(tags);
  const passages = proseOf(known).filter((passage) => plainProse(passage).length > SHORTEST);
  const asked = `${question} ${typeof tags.passage === 'string' ? tags.passage : ''}`;
  const best = bestOf(passages, asked) ?? (manner.tutor === true ? anyOf(passages, asked) : null);
  const unanswered = `${open ? said.not_found : said.no_lesson} ${said.mentor_hint}`;
  if (best === null || (!open && !best.isFound)) return { answer: unanswered, quotes: [] };
  const passage = best.passage.trim();
  const title = isObject(tags.lesson) ? String(tags.lesson.title) : '';
  if (manner.socratic === true && manner.tutor !== true && open)
    return { answer: `${said.guide}\n\n> ${beginningOf(passage)}\n\n${fill(said.go_back, { title })}`, quotes: quotable(passage) };
  const isGuiding = manner.socratic === true || manner.tutor === true;
  const lead = isGuiding ? said.guide : best.isFound ? said.found : `${said.not_found} ${said.closest}`;
  const quotation = passage
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const back = open && best.isFound && !isGuiding ? `\n\n${questionBack(tags.mistakes, passage, title, said)}` : '';
  return { answer: `${lead}\n\n${quotation}${back}`, quotes: open ? quotable(passage) : [] };
}

/** Returns one checking question: about a wrong answer of the learner, else about the passage's term. */
function questionBack(mistakes: unknown, passage: string, title: string, said: ReturnType<typeof phrasesOf>): string {
  const wrong: unknown = Array.isArray(mistakes) ? mistakes[0] : undefined;
  const term = /\*\*([^*\n]+)\*\*/.exec(passage)?.[1]?.replace(/[.,:;]$/, '') ?? title;
  return isObject(wrong) ? fill(said.ask_back, { question: String(wrong.question) }) : fill(said.ask_explain, { term });
}

/** Number of words, or of characters in scripts without spaces, that show where to look without revealing the answer. */
const BEGINNING = { words: 6, characters: 12 };

function beginningOf(passage: string): string {
  const plain = plainProse(passage).replaceAll(/\s+/g, ' ').trim();
  const words = plain.split(' ').slice(0, BEGINNING.words).join(' ');
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain);
  return `${isDense ? plain.slice(0, BEGINNING.characters) : words} …`;
}

interface Found {
  readonly passage: string;
  /** It has enough of the words to be an answer. */
  readonly isFound: boolean;
}

/** Returns the passage with most of the requested words; null if none has any. */
function bestOf(passages: readonly string[], asked: string): Found | null {
  const lists = passages.map((passage) => stemsOf(passage));
  const words = stemsOf(asked);
  const weight = (stem: string) => 1 / (1 + lists.filter((stems) => stems.includes(stem)).length);
  const hits = lists.map((stems) => words.filter((stem) => stems.includes(stem)));
  const scores = hits.map((stems) => stems.reduce((sum, stem) => sum + weight(stem), 0));
  const at = scores.indexOf(Math.max(...scores));
  return scores[at] ? { passage: passages[at]!, isFound: hits[at]!.length >= words.length * ENOUGH } : null;
}

/** A tutor leads through the lesson, whatever the learner says. */
const anyOf = (passages: readonly string[], asked: string): Found | null =>
  passages.length > 0 ? { passage: passages[hash32(asked) % passages.length]!, isFound: true } : null;

/** Returns the first sentence of a passage, without Markdown. */
function quotable(passage: string): string[] {
  const sentence = /^[^.!?。！？।؟]{12,}[.!?。！？।؟]/u.exec(plainProse(passage).trim())?.[0];
  return sentence && sentence.length <= LONGEST_QUOTE ? [sentence] : [];
}

/** Returns the text of the library's course on the subject; empty if there is none. */
function textOfCourse(tags: Tags): string {
  const { origin, course } = planCourse(readBrief(tags.brief ?? {}));
  return origin === 'from_library' ? unmaskMarkup(course.lessons.flatMap(({ sections }) => sections).join('\n\n')) : '';
}
