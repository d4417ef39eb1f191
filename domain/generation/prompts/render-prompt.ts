import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { promptsIn, type RenderedPrompt } from '#domain/platform/prompt-templates.ts';

/** A field of a brief: of the form, or the size that follows from it. */
type BriefField = keyof CourseForm | 'course_size';

/** Texts of rules that several prompts share: `<name>-rules.md`. */
type RuleName = 'reader' | 'source' | 'course' | 'author' | 'teaching' | 'passage' | 'problem';

/** What a prompt is told: everything else would cost each of its calls tokens without changing the answer. */
interface PromptNeeds {
  /** Fields of the brief beside those that every prompt gets (`EVERYWHERE`). */
  readonly brief: 'whole' | readonly BriefField[];
  /** Fields of the lesson, or of those of a module, beside their places and titles; absent: the prompt is about no single lessons. */
  readonly lesson?: 'whole' | readonly string[];
  readonly rules: readonly RuleName[];
  /** Further material, in the order of the prompt: what all calls of a course share comes first, so that vendors can cache it. */
  readonly material: readonly string[];
}

/** What the course is about, how large it is, and in which language. */
const EVERYWHERE: readonly BriefField[] = ['topic', 'learning_goals', 'language_preference', 'course_size'];
const READER = ['age', 'difficulty', 'current_knowledge', 'career_level', 'country', 'accessibility_options'] as const;
const SITUATIONS = ['industry_focus', 'real_world_applications', 'success_metrics'] as const;
const PLACE: readonly string[] = ['number', 'module', 'lesson', 'module_title', 'title'];

/** Every prompt of this folder. A test compares the table with the files. */
export const PROMPTS = {
  'draft-outline': {
    brief: 'whole',
    rules: ['reader', 'source', 'problem'],
    material: ['contents', 'passages'],
  },
  'research-topic': {
    brief: [...READER, ...SITUATIONS, 'specific_skills', 'content_depth', 'expert_sources'],
    rules: ['reader', 'source', 'problem'],
    material: [],
  },
  // the lessons' parts stand in the course
  'write-module': {
    brief: 'whole',
    lesson: ['summary', 'objectives'],
    rules: ['reader', 'source', 'course', 'author', 'teaching', 'passage', 'problem'],
    material: ['course', 'research', 'passages', 'module'],
  },
  'write-lesson': {
    brief: 'whole',
    lesson: 'whole',
    rules: ['reader', 'source', 'course', 'author', 'teaching', 'passage', 'problem'],
    material: ['course', 'research', 'passages', 'lesson', 'written'],
  },
  'rewrite-lesson': {
    brief: 'whole',
    lesson: 'whole',
    rules: ['reader', 'source', 'course', 'author', 'teaching', 'passage', 'problem'],
    material: ['course', 'research', 'passages', 'lesson', 'written', 'lesson_text', 'instruction'],
  },
  // questions and their exercise are about a text that follows course, research and style already
  'write-quiz': {
    brief: [...READER, ...SITUATIONS, 'duration', 'assessment_type', 'interactive_elements'],
    lesson: ['objectives'],
    rules: ['reader', 'problem'],
    material: ['lesson', 'lesson_text', 'practice', 'earlier', 'kept', 'instruction'],
  },
  'write-exercises': {
    brief: [...READER, ...SITUATIONS, 'duration', 'assessment_type', 'learning_style', 'portfolio_development', 'peer_collaboration'],
    lesson: ['objectives'],
    rules: ['reader', 'problem'],
    material: ['lesson', 'lesson_text', 'practice', 'instruction'],
  },
  'write-workshop': {
    brief: [...READER, ...SITUATIONS],
    lesson: ['thread'],
    rules: ['reader', 'problem'],
    material: ['thread', 'conventions', 'terms', 'lesson', 'module_texts'],
  },
  // a reviewer judges by the brief, and writes no more than a sentence
  'review-lesson': {
    brief: 'whole',
    lesson: 'whole',
    rules: ['problem'],
    material: ['course', 'written', 'lesson', 'lesson_text', 'practice_text', 'workshop', 'citations', 'instruction'],
  },
  'correct-lesson': {
    brief: 'whole',
    lesson: 'whole',
    rules: ['reader', 'source', 'problem'],
    material: ['course', 'lesson', 'lesson_text', 'practice_text', 'findings', 'instruction'],
  },
  // by the lesson alone: whoever takes a quiz needs neither age nor objectives
  'check-quiz': {
    brief: [],
    lesson: [],
    rules: ['problem'],
    material: ['lesson', 'lesson_text', 'practice_text', 'workshop', 'citations'],
  },
  'edit-course': {
    brief: 'whole',
    rules: ['reader', 'problem'],
    material: ['bounds', 'course', 'others', 'texts'],
  },
} as const satisfies Readonly<Record<string, PromptNeeds>>;
export type PromptName = keyof typeof PROMPTS;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const only = (given: unknown, names: readonly string[]): unknown =>
  isObject(given) ? Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name))) : given;

const render = promptsIn(new URL('./', import.meta.url));

/** Renders `<name>.md` of this folder (`promptsIn`), with what the prompt needs of brief and lesson (`PROMPTS`). */
export function renderPrompt(name: PromptName, variables: Readonly<Record<string, unknown>>): RenderedPrompt {
  const { brief, lesson }: PromptNeeds = PROMPTS[name];
  const told = { ...variables };
  if ('brief' in told && brief !== 'whole') told['brief'] = only(told['brief'], [...EVERYWHERE, ...brief]);
  if (lesson !== undefined && lesson !== 'whole') {
    const { lesson: one, module } = told;
    if ('lesson' in told) told['lesson'] = only(one, [...PLACE, ...lesson]);
    if (isObject(module) && Array.isArray(module['lessons']))
      told['module'] = { ...module, lessons: module['lessons'].map((each) => only(each, [...PLACE, ...lesson])) };
  }
  return render(name, told);
}
