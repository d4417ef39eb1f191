import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { Voice } from '../language/book.ts';
import { isObject, type JsonObject } from '../wire/wire.ts';
import { maskMarkup } from './markdown-escapes.ts';
import { shortTopic } from './short-topic.ts';

type ChoiceField = Exclude<keyof typeof FORM_OPTIONS, 'accessibility_options' | 'ai_model_preference'>;
export type Language = (typeof FORM_OPTIONS)['language_preference'][number];

/** The data a course is composed from: the form, cleaned for use inside sentences. Lists are empty when nothing was given. */
export interface Brief {
  topic: string;
  /** The topic word for word. */
  askedTopic: string;
  /** For titles (`short-topic.ts`). */
  shortTopic: string;
  goals: string[];
  language: Language;
  voice: Voice;
  choices: Partial<Record<ChoiceField, string>>;
  skills: string[];
  applications: string[];
  metrics: string[];
  experts: string[];
  accessibility: string[];
  aiComponents: string[];
  flags: string[];
  isChild: boolean;
  /** The learner will check the outline before anything is written. */
  checksOutline: boolean;
  size: { modules: number; lessons: number; words: number };
}

const FLAGS =
  'multimodal_content peer_collaboration mentor_integration certification_level portfolio_development industry_validation'.split(' ');
const OTHER_FIELDS =
  'age topic learning_goals expert_sources specific_skills real_world_applications success_metrics ai_components course_size review_outline';
const IDENTITY = [...Object.keys(FORM_OPTIONS), ...FLAGS, ...OTHER_FIELDS.split(' ')];
const CHOICE_FIELDS = Object.keys(FORM_OPTIONS).filter(
  (f) => f !== 'accessibility_options' && f !== 'ai_model_preference',
) as ChoiceField[];
const MODULES: Record<string, number> = { '1 week intensive': 3, '2 weeks': 4, '1 month': 5, '6 weeks': 6, '3 months': 8, '6 months': 10 };
const LESSONS: Record<string, number> = { overview: 2, 'ivy-league': 4, doctoral: 4, 'world-class': 4 };
const WORDS: Record<string, number> = {
  overview: 250,
  detailed: 400,
  comprehensive: 550,
  'ivy-league': 750,
  doctoral: 900,
  'world-class': 850,
};
const LIMITS = { modules: 60, lessons: 30, words: 4000, item: 110 };

/** Reduces a value to one line, with its markup masked (`markdown-escapes.ts`). */
export function clean(value: unknown, limit: number): string {
  if (typeof value !== 'string') return '';
  // oxlint-disable-next-line no-control-regex
  const text = maskMarkup(value.replace(/\p{Cc}+/gu, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), limit / 2)).trim();
}

/** Splits the text of a field into items. */
function items(value: unknown, separators: RegExp): string[] {
  if (Array.isArray(value)) return value.flatMap((entry) => items(entry, separators));
  if (typeof value !== 'string') return [];
  return value
    .split(separators)
    .map((part) => clean(part, LIMITS.item).replace(/[.;,]+$/, ''))
    .filter((part) => part.length > 1);
}

function voiceOf(raw: JsonObject, age: number): Voice {
  const accessibility = Array.isArray(raw.accessibility_options) ? raw.accessibility_options : [];
  if (age < 16 || accessibility.includes('simple-language') || (age < 18 && raw.difficulty === 'beginner')) return 'plain';
  const decides = raw.career_level === 'executive' || raw.career_level === 'consultant';
  const scholarly = raw.content_depth === 'doctoral' || raw.content_depth === 'world-class' || raw.difficulty === 'expert';
  return age >= 18 && (decides || scholarly) ? 'board' : 'full';
}

/** The identity of a course: the form's own fields, ignoring other data in the brief. */
export function briefIdentity(value: unknown): string {
  const raw = isObject(value) ? value : {};
  return JSON.stringify(IDENTITY.map((field) => raw[field] ?? null));
}

const isSet = (flag: unknown): boolean => flag === true || (typeof flag === 'string' && !/^(|false|no|none|off|0)$/i.test(flag.trim()));
const count = (value: unknown, fallback: number, most: number): number =>
  typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), most) : fallback;

/** Turns 'I want to keep bees' into the aim 'keep bees'. */
function asAim(goal: string): string {
  const aim = goal.replace(
    /^(i (want|would like|need|hope|wish) to|i[’']d like to|to be able to|quiero|me gustaría|quisiera)\s+(be able to\s+|poder\s+)?/i,
    '',
  );
  return aim === '' || aim === goal ? goal : aim.charAt(0).toUpperCase() + aim.slice(1);
}

/** Reads a brief of any completeness: missing or unknown values get the form's defaults. */
export function readBrief(value: unknown): Brief {
  const raw = isObject(value) ? value : {};
  const choices: Brief['choices'] = {};
  for (const field of CHOICE_FIELDS) {
    const given = raw[field];
    if (typeof given === 'string' && (FORM_OPTIONS[field] as readonly string[]).includes(given)) choices[field] = given;
  }
  const age = typeof raw.age === 'number' ? raw.age : 30;
  const size = isObject(raw.course_size) ? raw.course_size : {};
  const depth = choices.content_depth ?? 'comprehensive';
  const askedTopic = clean(raw.topic, 300);
  const topic =
    askedTopic.replace(/^(an? )?(introduction to|intro to|course on|introducci[oó]n a)\s+/i, '').replace(/[.!?]+$/, '') || 'learning';
  const ai = isObject(raw.ai_components) ? raw.ai_components : {};
  return {
    topic,
    askedTopic: askedTopic || topic,
    shortTopic: shortTopic(topic),
    goals: items(raw.learning_goals, /[.;\n•]+/).map(asAim),
    language: (choices.language_preference ?? 'english') as Language,
    voice: voiceOf(raw, age),
    choices,
    skills: items(raw.specific_skills, /[,;\n•]+/),
    applications: items(raw.real_world_applications, /[.;\n•]+/),
    metrics: items(raw.success_metrics, /[.;\n•]+/),
    experts: items(raw.expert_sources, /[;\n•]+|,(?!\s*(\d|Jr|PhD))/),
    accessibility: Array.isArray(raw.accessibility_options)
      ? raw.accessibility_options.filter((o): o is string => typeof o === 'string')
      : [],
    aiComponents: Object.keys(ai).filter((key) => ai[key] === true),
    flags: FLAGS.filter((flag) => isSet(raw[flag])),
    isChild: age < 16,
    checksOutline: raw.review_outline === true,
    size: {
      modules: count(size.modules, MODULES[choices.duration ?? ''] ?? 4, LIMITS.modules),
      lessons: count(size.lessons_per_module, LESSONS[depth] ?? 3, LIMITS.lessons),
      words: count(size.lesson_words, WORDS[depth] ?? 550, LIMITS.words),
    },
  };
}
