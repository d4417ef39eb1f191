import type { AudioStyle } from '#contract/audio/audio.contract.ts';
import { QUESTION_KINDS, type QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { WorkshopDocument } from '#domain/generation/prompts/documents.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import { driftLanguage, hasDefect, noDefects, type Defects, type Work } from '../faults/defects.ts';
import { drifted, farTooLong, hardToRead, unsafe, withWrongKeys } from '../faults/spoil-lesson.ts';
import { hash32, hashHex } from '../seeded-random.ts';
import { composeFidelity, composeNames, composeTranslation } from '../translation/translation.ts';
import { isObject, type JsonObject, type WireRequest } from '../wire/wire.ts';
import { readBrief, textList } from './brief.ts';
import { citeSources, judgeCitations } from './citations.ts';
import { planCourse, topicInText, type CoursePlan } from './course-plan.ts';
import { fillSchema } from './fill-schema.ts';
import { flashCardsOf, judgeCards } from './flash-cards.ts';
import { defaultWish, lessonText, type LessonAnswer } from './lesson-text.ts';
import { judgePair } from './judge-pair.ts';
import { locateLesson } from './locate-lesson.ts';
import { escapeMarkup, unmaskAnswer } from './markdown-escapes.ts';
import { mentorAnswer } from './mentor.ts';
import { outlineWithin, researchOf } from './plan-of-course.ts';
import { exercisesOf, quizOf } from './quiz.ts';
import { sceneFor } from '../simulations/library.ts';
import { findingsOf, scriptOf } from './spoken-script.ts';
import { readTags, type Tag } from './read-tags.ts';
import { recommend } from './recommendations.ts';
import { answerQuestions, correctText, checkLesson, rewriteLesson } from './lesson-check.ts';

/** A property that occurs in only one kind of answer, and its purpose. */
const TRANSLATION = ['translations', 'translation'] as const;
/** The documents that the prompts of each kind of slow work request; none if it requests no document from a model. */
export const ASKED_BY = {
  batch: [],
  'course-export': [],
  'course-import': [],
  roster: [],
  'source-reading': [],
  video: [],
  transcription: [],
  'text-judgement': [],
  'interface-texts': [TRANSLATION],
  'bulk-texts': [TRANSLATION],
  // it requests its documents as courses do
  'connection-test': [],
  evaluation: [['preferred', 'judgement']],
  'course-translation': [TRANSLATION, ['names', 'names'], ['fidelity_verdicts', 'fidelity']],
  recommendations: [['recommendations', 'recommendations']],
  'answer.grade': [['graded_points', 'grading']],
  'course-pictures': [['pictures', 'pictures']],
  simulation: [
    ['bodies', 'simulation'],
    ['scene_verdict', 'simulation-check'],
  ],
  audio: [
    ['turns', 'audio-script'],
    ['script_verdict', 'audio-script-check'],
  ],
  'flash-cards': [
    ['flash_cards', 'flash-cards'],
    ['card_verdicts', 'flash-cards-check'],
  ],
  // the first matching property counts: a correction has both a content and verdicts
  course: [
    ['modules', 'outline'],
    ['lessons', 'module'],
    ['current_practice', 'research'],
    ['questions', 'practice'],
    ['exercises', 'practice'],
    ['steps', 'workshop'],
    ['verdict', 'review'],
    ['content', 'lesson'],
    ['question_answers', 'quiz-check'],
  ],
  lesson: [['content', 'lesson']],
  // a review has replacements too
  'course-edit': [['replacements', 'editing']],
} as const satisfies Readonly<Record<RunKindName, readonly (readonly [property: string, purpose: string])[]>>;
const PURPOSES = [['answer', 'mentor'] as const, ...Object.values(ASKED_BY).flat()];
type Purpose = (typeof PURPOSES)[number][1] | 'rewrite' | 'correction' | 'other';

/** A parsed request: its purpose, and its data. */
export interface PromptRequest {
  purpose: Purpose;
  schema: JsonObject | null;
  tags: Partial<Record<Tag, unknown>>;
  prompt: string;
}

/** `defects` are none by default; `attempt` is the number of earlier requests for the same work. */
export interface AnswerOptions {
  seed: string;
  reviseShare: number;
  defects?: Defects;
  attempt?: number;
  /** Characters that the answer may have. */
  room?: number;
  /** The judge of two lessons always finds the first one better. */
  prefersFirst?: boolean;
}

const isKind = (kind: unknown): kind is QuestionKind => (QUESTION_KINDS as readonly unknown[]).includes(kind);
const PRACTICE = { count: 4, most: 20 };
const EXTRA_WORDS = 1.2;
/** Length factor of a lesson with the 'too long' defect. */
const WORDY = 2.5;

const propertiesOf = (schema: JsonObject | null): JsonObject => (isObject(schema?.properties) ? schema.properties : {});

export function readPromptRequest(request: WireRequest): PromptRequest {
  const tags = readTags(`${request.system}\n${request.user}`);
  const known = PURPOSES.find(([property]) => property in propertiesOf(request.schema))?.[1] ?? 'other';
  return { purpose: known === 'lesson' ? lessonPurpose(tags) : known, schema: request.schema, tags, prompt: request.user };
}

function lessonPurpose(tags: PromptRequest['tags']): Purpose {
  if (textList(tags.findings).length > 0) return 'correction';
  return 'instruction' in tags ? 'rewrite' : 'lesson';
}

/**
 * Returns the purpose, the subject (a brief's topic, a scene's wish, a lesson's title), and a key that is the same for every attempt at it.
 */
export function describePromptRequest({ purpose, tags, prompt }: PromptRequest): { purpose: Purpose; key: string; subject: string | null } {
  const module = isObject(tags.module) ? String(tags.module.module) : '';
  const lesson = isObject(tags.lesson) ? `${String(tags.lesson.module)}.${String(tags.lesson.lesson)}` : module;
  const work =
    tags.brief === undefined || purpose === 'mentor' || purpose === 'judgement' ? hashHex(prompt) : hashHex(JSON.stringify(tags.brief));
  const wish = purpose === 'rewrite' ? hashHex(JSON.stringify([tags.instruction, tags.lesson_text])) : '';
  const { topic } = isObject(tags.brief) ? tags.brief : {};
  const { wish: scene, title } = isObject(tags.wanted) ? tags.wanted : {};
  const subject = [topic, scene, title].find((about) => typeof about === 'string') ?? null;
  return { purpose, key: [work, purpose, lesson, wish].filter(Boolean).join('/'), subject };
}

/** Returns the text that a model would answer: JSON in the order of the schema's properties, or prose without a schema. */
export function answerPrompt(ask: PromptRequest, options: AnswerOptions): string {
  if (ask.schema === null) return escapeMarkup(lessonOf(ask, options).content);
  const answer = documentOf(ask, options);
  if (answer !== null) return JSON.stringify(inSchemaOrder(ask.schema, unmaskAnswer(answer)));
  const { course } = planOf(ask);
  const points = course.lessons.flatMap(({ takeaways }) => takeaways);
  return JSON.stringify(unmaskAnswer(fillSchema(ask.schema, points, `${options.seed} ${ask.prompt}`)));
}

const planOf = ({ tags, prompt }: PromptRequest): CoursePlan => planCourse(readBrief(tags.brief, topicOfProse(prompt)));

/** Returns the topic of a prompt without tags: the text after "about" or "topic:", else its beginning. */
function topicOfProse(prompt: string): string {
  const match = /\b(?:about|topic:?|tema:?|sobre)\s+([^.\n]{3,80})/i.exec(prompt);
  return (match?.[1] ?? prompt).slice(0, 60);
}

function documentOf(ask: PromptRequest, options: AnswerOptions): object | null {
  const { purpose, tags } = ask;
  switch (purpose) {
    case 'mentor':
      return mentorAnswer(tags);
    case 'recommendations':
      return recommend(tags, options.seed);
    case 'grading':
      return composeGrading(tags);
    case 'translation':
      return composeTranslation(tags);
    case 'names':
      return composeNames(tags);
    case 'fidelity':
      return composeFidelity(tags);
    case 'pictures':
      return composePictures(tags);
    case 'simulation':
      return simulationOf(tags);
    case 'simulation-check':
      return hash32(`${options.seed} scene ${ask.prompt}`) / 4294967296 < options.reviseShare
        ? { scene_verdict: 'revise', findings: ['The title promises more than is shown.'] }
        : { scene_verdict: 'accept', findings: [] };
    case 'flash-cards':
      return flashCardsOf(tags);
    case 'judgement':
      return judgePair(tags, options.prefersFirst ?? false);
    case 'flash-cards-check':
      return judgeCards(tags.cards, { seed: `${options.seed} ${ask.prompt}`, share: options.reviseShare });
    case 'audio-script':
      return scriptOf(String(tags.lesson_text ?? ''), spokenWish(ask));
    case 'audio-script-check': {
      const findings = findingsOf(tags.script, scriptOf(String(tags.lesson_text ?? ''), spokenWish(ask)));
      if (hash32(`${options.seed} script ${ask.prompt}`) / 4294967296 < options.reviseShare)
        findings.push('Turn 1 does not say what the lesson is about.');
      return { script_verdict: findings.length > 0 ? 'revise' : 'accept', findings };
    }
    case 'outline':
      return outlineWithin(options.room ?? Infinity, planOf(ask));
    case 'research':
      return researchOf(planOf(ask));
    case 'module':
      return { lessons: lessonsOf(ask).map((one) => ({ number: one.number, ...writtenOf(one.ask, options) })) };
    case 'lesson':
    case 'rewrite':
      return writtenOf(ask, options);
    case 'correction': {
      const plan = planOf(ask);
      return { ...lessonOf(ask, options), question_answers: answerQuestions(plan, locateLesson(plan, tags).unit, tags) };
    }
    case 'quiz-check': {
      const plan = planOf(ask);
      const answers = answerQuestions(plan, locateLesson(plan, tags).unit, tags);
      return { question_answers: answers, citation_verdicts: judgeCitations(tags.citations) };
    }
    // a library lesson contradicts nothing
    case 'editing':
      return { replacements: [] };
    case 'review': {
      const plan = planOf(ask);
      const about = { content: textOf(tags.lesson_text), tags, share: options.reviseShare };
      const check = checkLesson(plan, locateLesson(plan, tags).unit, { ...about, seed: options.seed });
      return { ...check, citation_verdicts: judgeCitations(tags.citations) };
    }
    case 'practice':
      return practiceOf(ask, options);
    case 'workshop':
      return workshopOf(ask);
    default:
      return null;
  }
}

/** Returns a lesson, with citations if they are asked for. */
function writtenOf(ask: PromptRequest, options: AnswerOptions): object {
  const lesson = lessonOf(ask, options);
  return 'citations' in propertiesOf(ask.schema)
    ? citeSources(lesson, ask.tags.passages, defectsOf(ask, options), workOf(ask, options))
    : lesson;
}

/** Returns the request for each lesson of a module as if it were asked for by itself, with its number. */
function lessonsOf({ tags, schema, prompt }: PromptRequest): { number: string; ask: PromptRequest }[] {
  const { module, ...common } = tags;
  const lessons = isObject(module) && Array.isArray(module.lessons) ? module.lessons.filter(isObject) : [];
  const list = propertiesOf(schema).lessons;
  const form = isObject(list) && isObject(list.items) ? list.items : null;
  return lessons.map((lesson) => ({
    number: String(lesson.number),
    ask: { purpose: 'lesson', schema: form, tags: { ...common, lesson }, prompt },
  }));
}

/** Returns how a lesson should be spoken. */
export function spokenWish({ tags: { wanted } }: PromptRequest): { title: string; style: AudioStyle; language: string } {
  const { title = '', style, language = 'english' } = isObject(wanted) ? wanted : {};
  return { title: String(title), style: style === 'dialogue' ? 'dialogue' : 'voice', language: String(language) };
}

/** Returns the library's scene for a wish. */
function simulationOf({ wanted }: PromptRequest['tags']): object {
  const { wish, topic } = isObject(wanted) ? wanted : {};
  return sceneFor(String(wish ?? ''), String(topic ?? ''));
}

const textOf = (lessonText: unknown): string => (isObject(lessonText) && typeof lessonText.content === 'string' ? lessonText.content : '');

function practiceOf(ask: PromptRequest, options: AnswerOptions): object {
  const { tags, schema } = ask;
  const plan = planOf(ask);
  const { unit } = locateLesson(plan, tags);
  if (!('questions' in propertiesOf(schema))) return exercisesOf(plan, unit);
  const practice = isObject(tags.practice) ? tags.practice : {};
  const wanted = typeof practice.count === 'number' ? practice.count : PRACTICE.count;
  const count = Math.min(Math.max(1, Math.floor(wanted)), PRACTICE.most);
  const kinds = Array.isArray(practice.kinds) ? practice.kinds.filter(isKind) : [];
  const { questions } = quizOf(plan, unit, count, {
    kinds,
    statement: practice.statement,
    recalls: isObject(tags.earlier) ? String(tags.earlier.title) : null,
    kept: textList(tags.kept),
  });
  return { ...withWrongKeys(questions, defectsOf(ask, options).quiz.wrong_key_share, workOf(ask, options)), ...exercisesOf(plan, unit) };
}

/** Returns the workshop of the requested lesson's module; without steps if the library has none. */
function workshopOf({ tags, ...ask }: PromptRequest): WorkshopDocument {
  const plan = planOf({ tags, ...ask });
  const { unit } = locateLesson(plan, tags);
  const module = plan.modules.find(({ units }) => units.some(({ lesson }) => lesson === unit.lesson));
  const written = [unit, ...(module?.units ?? [])].flatMap(({ lesson }) => lesson.workshop ?? [])[0];
  return written ?? { title: '', intro: '', steps: [] };
}

/** Returns the defects of an answer: none if the request lists problems of an earlier answer. */
const defectsOf = ({ tags }: PromptRequest, options: AnswerOptions): Defects =>
  textList(tags.problems).length === 0 ? (options.defects ?? noDefects()) : noDefects();
const workOf = (ask: PromptRequest, options: AnswerOptions): Work => ({
  key: describePromptRequest(ask).key,
  attempt: options.attempt ?? 0,
});

/** Returns the requested lesson, with its defects. */
function lessonOf(ask: PromptRequest, options: AnswerOptions): LessonAnswer {
  const plan = planOf(ask);
  const { brief, course } = plan;
  const { unit, place } = locateLesson(plan, ask.tags);
  const defects = defectsOf(ask, options);
  const work = workOf(ask, options);
  if (hasDefect(defects.drift.share, 'drift', work)) {
    const language = driftLanguage(brief.language, defects.drift);
    return drifted(language, topicInText({ topic: brief.topic, language }), place);
  }
  let lesson = written(ask, plan, unit);
  if (hasDefect(defects.length.long_share, 'length', work)) lesson = farTooLong(lesson, course, WORDY);
  if (brief.age < 16 && hasDefect(defects.reading.hard_share, 'reading', work)) lesson = hardToRead(lesson);
  return hasDefect(defects.unsafe.share, 'unsafe', work) ? unsafe(lesson, brief.language) : lesson;
}

function written({ tags, purpose }: PromptRequest, plan: CoursePlan, unit: ReturnType<typeof locateLesson>['unit']): LessonAnswer {
  const usual = defaultWish(plan.brief);
  if (purpose === 'rewrite') return rewriteLesson(plan, unit, tags);
  if (purpose !== 'correction') return lessonText(plan, unit, usual);
  const findings = textList(tags.findings);
  const factor = isTooShort(findings) ? EXTRA_WORDS : 1;
  const given = isObject(tags.lesson_text) ? tags.lesson_text : {};
  const corrected = factor === 1 ? correctText(plan, unit, given, findings) : null;
  return corrected ?? lessonText(plan, unit, { ...usual, words: usual.words * factor });
}

/** Tells whether a finding is about length, to which the answer is a longer text. */
const isTooShort = (findings: readonly string[]): boolean =>
  findings.some((finding) => /\b(too short|length|characters|words are needed|demasiado cort[oa]|longitud)\b/i.test(finding));

/** Keeps only the properties the schema names, in its order, which is the order of streaming. */
function inSchemaOrder(schema: JsonObject, answer: object): JsonObject {
  const known = answer as JsonObject;
  return Object.fromEntries(Object.keys(propertiesOf(schema)).map((key) => [key, known[key]]));
}

/** Shorter words are ignored, except in scripts that write a word as one character. */
const WORD_LETTERS = 4;
/** Share of a point's words that an answer must contain to make the point. */
const MET_SHARE = 0.4;

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= WORD_LETTERS || /\p{Script=Han}/u.test(word)),
  );

/** Grades an answer: a point is met if the answer contains enough of its words, whereas a real service understands sentences. */
function composeGrading(tags: Partial<Record<Tag, unknown>>): object {
  const asked = isObject(tags.asked) ? tags.asked : {};
  const given = isObject(tags.given_answer) ? String(tags.given_answer['text']) : '';
  const rubric = listOf(asked['rubric']);
  const points = rubric.length > 0 ? rubric : [String(asked['question'])];
  const said = wordsOf(given);
  const graded = points.map((point) => {
    const words = [...wordsOf(point)];
    const isMet = words.length > 0 && words.filter((word) => said.has(word)).length >= words.length * MET_SHARE;
    return { point, is_met: isMet, reason: isMet ? 'Your answer says this.' : 'Your answer does not say this.' };
  });
  const missing = graded.filter(({ is_met }) => !is_met).length;
  return {
    graded_points: graded,
    feedback: missing === 0 ? 'Nothing is missing.' : 'Look at what is missing, and read that passage again.',
  };
}

/** Alternative texts for the pictures of a course and of one of its modules: the sandbox draws a motif of the subject. */
const ALTS: Readonly<Record<string, readonly [cover: string, module: string]>> = {
  english: ['An illustration of “{}” in flat colours.', 'A small drawing for the part “{}”.'],
  spanish: ['Una ilustración de «{}» en colores planos.', 'Un pequeño dibujo para la parte «{}».'],
  french: ['Une illustration de « {} » en aplats de couleur.', 'Un petit dessin pour la partie « {} ».'],
  german: ['Eine Illustration zu „{}“ in flächigen Farben.', 'Eine kleine Zeichnung zum Teil „{}“.'],
  italian: ['Un’illustrazione di «{}» a colori piatti.', 'Un piccolo disegno per la parte «{}».'],
  portuguese: ['Uma ilustração de “{}” em cores planas.', 'Um pequeno desenho para a parte “{}”.'],
  russian: ['Иллюстрация к теме «{}» в плоских цветах.', 'Небольшой рисунок к части «{}».'],
  chinese: ['以平涂色彩绘制的“{}”插图。', '为“{}”这一部分绘制的小图。'],
  japanese: ['「{}」を平らな色で描いたイラストです。', '「{}」の部分のための小さな絵です。'],
  korean: ['“{}”을(를) 단순한 색으로 그린 삽화입니다.', '“{}” 부분을 위한 작은 그림입니다.'],
  arabic: ['رسم توضيحي عن «{}» بألوان مسطّحة.', 'رسم صغير للجزء «{}».'],
  hindi: ['सपाट रंगों में “{}” का एक चित्र।', '“{}” भाग के लिए एक छोटा चित्र।'],
};
const MOST_TITLE = 90;

/** Composes the description of each picture, and its alternative text in the course's language. */
function composePictures(tags: Partial<Record<Tag, unknown>>): object {
  const language = isObject(tags.wanted) ? String(tags.wanted['language']) : 'english';
  const [cover, module] = ALTS[language] ?? ALTS['english']!;
  const places = Array.isArray(tags.places) ? tags.places.filter(isObject) : [];
  return {
    pictures: places.map(({ place, course, module: title }) => {
      const subject = String(title || course).slice(0, MOST_TITLE);
      return {
        place: String(place),
        prompt: `A flat illustration of ${title ? `${subject} in a course on ${String(course).slice(0, MOST_TITLE)}` : subject}, warm colours, no text`,
        alt: (title ? module : cover).replace('{}', subject),
      };
    }),
  };
}
