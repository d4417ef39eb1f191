import { QUESTION_KINDS, type QuestionKind } from '#contract/courses/quiz.contract.ts';
import { isObject, type JsonObject, type WireRequest } from '../wire/wire.ts';
import { citeSources, judgeCitations } from './citations.ts';
import { correctText } from './correction.ts';
import { courseOf, locateLesson, textList, type Course, type Manner } from './course.ts';
import { driftLanguage, hasDefect, noDefects, type Defects, type Work } from './defects.ts';
import { fillSchema } from './fill-schema.ts';
import { composeLesson, type LessonAnswer } from './lesson.ts';
import { composeMentorAnswer } from './mentor.ts';
import { composeOutline } from './outline.ts';
import { escapeMarkup, unmaskAnswer } from './markdown-escapes.ts';
import { composeGrading } from './practice/grading.ts';
import { composeExercises, composeQuiz, withWrongKeys } from './practice/practice.ts';
import { composeRecommendations } from './recommendations.ts';
import { readTags, type Tag } from './read-tags.ts';
import { composeResearch } from './research.ts';
import { composeReview, judgeQuestions } from './review.ts';
import { readRewriteRequest, type RewriteRequest } from './rewrite.ts';
import { hashHex } from './seeded-random.ts';
import { composePictures } from '../google/picture-texts.ts';
import { composeFidelity, composeNames, composeTranslation } from '../translation/translation.ts';

export type Purpose =
  | 'mentor'
  | 'recommendations'
  | 'grading'
  | 'translation'
  | 'names'
  | 'fidelity'
  | 'pictures'
  | 'outline'
  | 'research'
  | 'lesson'
  | 'rewrite'
  | 'practice'
  | 'review'
  | 'correction'
  | 'other';

/** A parsed request: its purpose, and its data. */
export interface PromptRequest {
  purpose: Purpose;
  schema: JsonObject | null;
  tags: Partial<Record<Tag, unknown>>;
  prompt: string;
}

/** `defects` are none by default; `attempt` counts earlier requests for this piece of work. */
export interface ComposeOptions {
  seed: string;
  reviseShare: number;
  defects?: Defects;
  attempt?: number;
}

/** A property that occurs in only one kind of answer. */
const PURPOSES: readonly (readonly [property: string, purpose: Purpose])[] = [
  ['answer', 'mentor'],
  ['recommendations', 'recommendations'],
  ['graded_points', 'grading'],
  ['translations', 'translation'],
  ['names', 'names'],
  ['is_faithful', 'fidelity'],
  ['pictures', 'pictures'],
  ['modules', 'outline'],
  ['current_practice', 'research'],
  ['questions', 'practice'],
  ['exercises', 'practice'],
  ['verdict', 'review'],
  ['content', 'lesson'],
];
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

/** Returns the purpose, the topic of the brief, and a key that is the same for every attempt at the same piece of work. */
export function describePromptRequest({ purpose, tags, prompt }: PromptRequest): { purpose: Purpose; key: string; subject: string | null } {
  const lesson = isObject(tags.lesson) ? `${String(tags.lesson.module)}.${String(tags.lesson.lesson)}` : '';
  const work = tags.brief === undefined || purpose === 'mentor' ? hashHex(prompt) : hashHex(JSON.stringify(tags.brief));
  const wish = purpose === 'rewrite' ? hashHex(JSON.stringify([tags.instruction, tags.lesson_text])) : '';
  const subject = isObject(tags.brief) && typeof tags.brief.topic === 'string' ? tags.brief.topic : null;
  return { purpose, key: [work, purpose, lesson, wish].filter(Boolean).join('/'), subject };
}

/** Composes the text a model would answer: JSON in the order of the schema's properties, or prose when there is no schema. */
export function composeAnswer(ask: PromptRequest, options: ComposeOptions): string {
  if (ask.schema === null) return escapeMarkup(lessonOf(ask, options).content);
  const answer = composeDocument(ask, options);
  if (answer !== null) return JSON.stringify(inSchemaOrder(ask.schema, unmaskAnswer(answer)));
  const { speaker } = locateLesson(courseOf(ask.tags, ask.prompt, options.seed), ask.tags);
  return JSON.stringify(unmaskAnswer(fillSchema(ask.schema, speaker)));
}

function composeDocument(ask: PromptRequest, options: ComposeOptions): object | null {
  const { purpose, tags, schema, prompt } = ask;
  const course = (): Course => courseOf(tags, prompt, options.seed);
  switch (purpose) {
    case 'mentor':
      return composeMentorAnswer(tags, prompt, options.seed);
    case 'recommendations':
      return composeRecommendations(tags, options.seed);
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
    case 'outline':
      return composeOutline(course());
    case 'research':
      return composeResearch(course());
    case 'lesson':
    case 'rewrite': {
      const lesson = lessonOf(ask, options);
      return 'citations' in propertiesOf(schema)
        ? citeSources(lesson, tags.passages, defectsOf(ask, options), workOf(ask, options))
        : lesson;
    }
    case 'correction': {
      const lesson = lessonOf(ask, options);
      if (!('question_verdicts' in propertiesOf(schema))) return lesson;
      const own = course();
      const verdicts = judgeQuestions(own, () => locateLesson(own, tags), lesson.content, tags.practice_text);
      return { ...lesson, question_verdicts: verdicts };
    }
    case 'review': {
      const own = course();
      const judgesQuestions = 'question_verdicts' in propertiesOf(schema);
      const about = { lessonText: tags.lesson_text, practice: tags.practice_text, share: options.reviseShare, judgesQuestions };
      const review = composeReview(own, () => locateLesson(own, tags), about);
      return { ...review, citation_verdicts: judgeCitations(tags.citations) };
    }
    case 'practice':
      return practiceOf(ask, courseOf(tags, prompt, options.seed, practiceManner(ask)), options);
    default:
      return null;
  }
}

/** A rewritten lesson gets different exercises for every wish. Quiz questions depend on its text, which the wish has already changed. */
function practiceManner({ tags, schema }: PromptRequest): Manner {
  const { instruction } = tags;
  if (typeof instruction !== 'string' || instruction === '' || 'questions' in propertiesOf(schema)) return {};
  return { variation: readRewriteRequest(instruction, '').variation };
}

function practiceOf(ask: PromptRequest, course: Course, options: ComposeOptions): object {
  const { tags, schema } = ask;
  const { speaker } = locateLesson(course, tags);
  const wanted = isObject(tags.practice) && typeof tags.practice.count === 'number' ? tags.practice.count : PRACTICE.count;
  const count = Math.min(Math.max(1, Math.floor(wanted)), PRACTICE.most);
  if (!('questions' in propertiesOf(schema))) return composeExercises(course, speaker, count);
  const content = isObject(tags.lesson_text) && typeof tags.lesson_text.content === 'string' ? tags.lesson_text.content : '';
  const kinds = isObject(tags.practice) && Array.isArray(tags.practice.kinds) ? tags.practice.kinds.filter(isKind) : [];
  return withWrongKeys(
    composeQuiz(course, speaker, count, content, kinds),
    defectsOf(ask, options).quiz.wrong_key_share,
    workOf(ask, options),
  );
}

/** A request that lists the problems of an earlier answer is answered without defects. */
const defectsOf = ({ tags }: PromptRequest, options: ComposeOptions): Defects =>
  textList(tags.problems).length === 0 ? (options.defects ?? noDefects()) : noDefects();
const workOf = (ask: PromptRequest, options: ComposeOptions): Work => ({
  key: describePromptRequest(ask).key,
  attempt: options.attempt ?? 0,
});

function lessonOf(ask: PromptRequest, options: ComposeOptions): LessonAnswer {
  const { tags, prompt, purpose } = ask;
  const defects = defectsOf(ask, options);
  const work = workOf(ask, options);
  const course = courseOf(tags, prompt, options.seed);
  const manner: Manner = {};
  const drifts = hasDefect(defects.drift.share, 'drift', work);
  if (drifts) manner.language = driftLanguage(course.brief.language, defects.drift);
  if (course.brief.isChild && hasDefect(defects.reading.hard_share, 'reading', work)) manner.voice = 'board';
  const unsafe = hasDefect(defects.unsafe.share, 'unsafe', work);
  const long = hasDefect(defects.length.long_share, 'length', work);
  const findings = textList(tags.findings);
  if (purpose === 'correction' && !drifts && !unsafe && !long && manner.voice === undefined && !isTooShort(findings)) {
    const corrected = correctText(course, locateLesson(course, tags), tags);
    if (corrected) return corrected;
  }
  const wish = purpose === 'rewrite' ? wishOf(tags) : null;
  if (wish?.voice) manner.voice ??= wish.voice;
  if (wish) manner.variation = wish.variation;
  return write(ask, courseOf(tags, prompt, options.seed, manner), { drifts, unsafe, long, findings, wish });
}

/** A finding about length is answered by writing more. */
const isTooShort = (findings: readonly string[]): boolean =>
  findings.some((finding) => /\b(too short|length|characters|words are needed|demasiado cort[oa]|longitud)\b/i.test(finding));

function wishOf(tags: PromptRequest['tags']): RewriteRequest {
  const raw = tags.instruction;
  const before = isObject(tags.lesson_text) && typeof tags.lesson_text.content === 'string' ? tags.lesson_text.content : '';
  return readRewriteRequest(typeof raw === 'string' ? raw : JSON.stringify(raw), before);
}

interface Writing {
  drifts: boolean;
  unsafe: boolean;
  long: boolean;
  findings: string[];
  wish: RewriteRequest | null;
}

function write({ tags }: PromptRequest, course: Course, { drifts, unsafe, long, findings, wish }: Writing): LessonAnswer {
  const located = locateLesson(course, tags);
  const research = !drifts && isObject(tags.research) ? Object.values(tags.research).flatMap(textList) : [];
  const factor = long ? WORDY : isTooShort(findings) ? EXTRA_WORDS : 1;
  return composeLesson(located.speaker, {
    words: course.brief.size.words * factor * (wish?.length ?? 1),
    isLast: located.isLast,
    belonging: located.opensModule ? course.belonging(located.speaker.topic) : '',
    objectives: drifts ? [] : located.objectives,
    findings: drifts ? [] : findings,
    research,
    style: wish?.style ?? null,
    wants: wish?.wants ?? [],
    examples: wish?.examples ?? 1,
    subject: wish?.subject ?? '',
    unsafe,
  });
}

/** Keeps only the properties the schema names, in its order, which is the order of streaming. */
function inSchemaOrder(schema: JsonObject, answer: object): JsonObject {
  const known = answer as JsonObject;
  return Object.fromEntries(Object.keys(propertiesOf(schema)).map((key) => [key, known[key]]));
}
