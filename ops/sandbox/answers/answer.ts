import type { AudioStyle } from '#contract/audio/audio.contract.ts';
import { QUESTION_KINDS, type QuestionKind } from '#contract/courses/quiz.contract.ts';
import type { RunKindName } from '#contract/platform/kinds-of-work.ts';
import { driftLanguage, hasDefect, noDefects, type Defects, type Work } from '../faults/defects.ts';
import { drifted, farTooLong, hardToRead, unsafe, withWrongKeys } from '../faults/spoil-lesson.ts';
import { composePictures } from '../google/picture-texts.ts';
import { hash32, hashHex } from '../seeded-random.ts';
import { composeFidelity, composeNames, composeTranslation } from '../translation/translation.ts';
import { isObject, type JsonObject, type WireRequest } from '../wire/wire.ts';
import { readBrief, textList } from './brief.ts';
import { citeSources, judgeCitations } from './citations.ts';
import { planCourse, topicInText, type CoursePlan } from './course-plan.ts';
import { fillSchema } from './fill-schema.ts';
import { flashCardsOf, judgeCards } from './flash-cards.ts';
import { composeGrading } from './grading.ts';
import { defaultWish, lessonText, type LessonAnswer } from './lesson-text.ts';
import { locateLesson } from './locate-lesson.ts';
import { escapeMarkup, unmaskAnswer } from './markdown-escapes.ts';
import { mentorAnswer } from './mentor.ts';
import { outlineOf, researchOf } from './outline.ts';
import { exercisesOf, quizOf } from './quiz.ts';
import { sceneFor } from '../simulations/library.ts';
import { findingsOf, scriptOf } from './spoken-script.ts';
import { readTags, type Tag } from './read-tags.ts';
import { recommend } from './recommendations.ts';
import { correctText, judgeQuestions, reviewLesson } from './review.ts';
import { rewriteLesson } from './rewrite.ts';

/** A property that occurs in only one sort of answer, and its purpose. */
const TRANSLATION = ['translations', 'translation'] as const;
/** What the prompts of each kind of slow work ask for; none: it asks no model for a document. */
const ASKED_BY = {
  batch: [],
  'course-export': [],
  'course-import': [],
  'source-reading': [],
  video: [],
  transcription: [],
  'text-judgement': [],
  'interface-texts': [TRANSLATION],
  'bulk-texts': [TRANSLATION],
  'course-translation': [TRANSLATION, ['names', 'names'], ['is_faithful', 'fidelity']],
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
  // the first that an answer has counts: a correction has both a content and verdicts
  course: [
    ['modules', 'outline'],
    ['current_practice', 'research'],
    ['questions', 'practice'],
    ['exercises', 'practice'],
    ['verdict', 'review'],
    ['content', 'lesson'],
  ],
  lesson: [['content', 'lesson']],
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

/** `defects` are none by default; `attempt` counts earlier requests for this piece of work. */
export interface AnswerOptions {
  seed: string;
  reviseShare: number;
  defects?: Defects;
  attempt?: number;
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

/** Returns the purpose, what it is about (a brief's topic, a scene's wish, a lesson's title), and a key that is the same for every attempt at it. */
export function describePromptRequest({ purpose, tags, prompt }: PromptRequest): { purpose: Purpose; key: string; subject: string | null } {
  const lesson = isObject(tags.lesson) ? `${String(tags.lesson.module)}.${String(tags.lesson.lesson)}` : '';
  const work = tags.brief === undefined || purpose === 'mentor' ? hashHex(prompt) : hashHex(JSON.stringify(tags.brief));
  const wish = purpose === 'rewrite' ? hashHex(JSON.stringify([tags.instruction, tags.lesson_text])) : '';
  const { topic } = isObject(tags.brief) ? tags.brief : {};
  const { wish: scene, title } = isObject(tags.wanted) ? tags.wanted : {};
  const subject = [topic, scene, title].find((about) => typeof about === 'string') ?? null;
  return { purpose, key: [work, purpose, lesson, wish].filter(Boolean).join('/'), subject };
}

/** Returns the text a model would answer: JSON in the order of the schema's properties, or prose when there is no schema. */
export function answerPrompt(ask: PromptRequest, options: AnswerOptions): string {
  if (ask.schema === null) return escapeMarkup(lessonOf(ask, options).content);
  const answer = documentOf(ask, options);
  if (answer !== null) return JSON.stringify(inSchemaOrder(ask.schema, unmaskAnswer(answer)));
  const { course } = planOf(ask);
  const points = course.lessons.flatMap(({ takeaways }) => takeaways);
  return JSON.stringify(unmaskAnswer(fillSchema(ask.schema, points, `${options.seed} ${ask.prompt}`)));
}

const planOf = ({ tags, prompt }: PromptRequest): CoursePlan => planCourse(readBrief(tags.brief, topicOfProse(prompt)));

/** The topic of a prompt without tags: the text after "about" or "topic:", else its beginning. */
function topicOfProse(prompt: string): string {
  const match = /\b(?:about|topic:?|tema:?|sobre)\s+([^.\n]{3,80})/i.exec(prompt);
  return (match?.[1] ?? prompt).slice(0, 60);
}

function documentOf(ask: PromptRequest, options: AnswerOptions): object | null {
  const { purpose, tags, schema } = ask;
  const judgesQuestions = 'question_verdicts' in propertiesOf(schema);
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
      return flashCardsOf(String(tags.lesson_text ?? ''), isObject(tags.wanted) ? String(tags.wanted.language) : '');
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
      return outlineOf(planOf(ask));
    case 'research':
      return researchOf(planOf(ask));
    case 'lesson':
    case 'rewrite': {
      const lesson = lessonOf(ask, options);
      return 'citations' in propertiesOf(schema)
        ? citeSources(lesson, tags.passages, defectsOf(ask, options), workOf(ask, options))
        : lesson;
    }
    case 'correction': {
      const plan = planOf(ask);
      const verdicts = judgesQuestions ? judgeQuestions(plan, locateLesson(plan, tags).unit, tags.practice_text) : [];
      return { ...lessonOf(ask, options), question_verdicts: verdicts };
    }
    case 'review': {
      const plan = planOf(ask);
      const about = { content: textOf(tags.lesson_text), practice: tags.practice_text, share: options.reviseShare };
      const review = reviewLesson(plan, locateLesson(plan, tags).unit, { ...about, judgesQuestions, seed: options.seed });
      return { ...review, citation_verdicts: judgeCitations(tags.citations) };
    }
    case 'practice':
      return practiceOf(ask, options);
    default:
      return null;
  }
}

/** How a lesson is to be said. */
export function spokenWish({ tags: { wanted } }: PromptRequest): { title: string; style: AudioStyle; language: string } {
  const { title = '', style, language = 'english' } = isObject(wanted) ? wanted : {};
  return { title: String(title), style: style === 'dialogue' ? 'dialogue' : 'voice', language: String(language) };
}

/** The scene of the library for what is wanted. */
function simulationOf({ wanted }: PromptRequest['tags']): object {
  const { wish, topic } = isObject(wanted) ? wanted : {};
  return sceneFor(String(wish ?? ''), String(topic ?? ''));
}

const textOf = (lessonText: unknown): string => (isObject(lessonText) && typeof lessonText.content === 'string' ? lessonText.content : '');

function practiceOf(ask: PromptRequest, options: AnswerOptions): object {
  const { tags, schema } = ask;
  const plan = planOf(ask);
  const { unit } = locateLesson(plan, tags);
  const practice = isObject(tags.practice) ? tags.practice : {};
  const wanted = typeof practice.count === 'number' ? practice.count : PRACTICE.count;
  const count = Math.min(Math.max(1, Math.floor(wanted)), PRACTICE.most);
  if (!('questions' in propertiesOf(schema))) {
    const wish = typeof tags.instruction === 'string' ? tags.instruction : '';
    return exercisesOf(plan, unit, count, wish === '' ? 0 : 1 + (hash32(wish) % 5));
  }
  const kinds = Array.isArray(practice.kinds) ? practice.kinds.filter(isKind) : [];
  const { questions } = quizOf(plan, unit, count, kinds);
  return withWrongKeys(questions, defectsOf(ask, options).quiz.wrong_key_share, workOf(ask, options));
}

/** A request that lists the problems of an earlier answer is answered without defects. */
const defectsOf = ({ tags }: PromptRequest, options: AnswerOptions): Defects =>
  textList(tags.problems).length === 0 ? (options.defects ?? noDefects()) : noDefects();
const workOf = (ask: PromptRequest, options: AnswerOptions): Work => ({
  key: describePromptRequest(ask).key,
  attempt: options.attempt ?? 0,
});

/** The lesson of a request, with the defects that fall to it. */
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

/** A finding about length is answered by writing more. */
const isTooShort = (findings: readonly string[]): boolean =>
  findings.some((finding) => /\b(too short|length|characters|words are needed|demasiado cort[oa]|longitud)\b/i.test(finding));

/** Keeps only the properties the schema names, in its order, which is the order of streaming. */
function inSchemaOrder(schema: JsonObject, answer: object): JsonObject {
  const known = answer as JsonObject;
  return Object.fromEntries(Object.keys(propertiesOf(schema)).map((key) => [key, known[key]]));
}
