import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import { ScriptError } from './run-script.ts';

/** The options of `npm run course`. `form` is sent unchanged; the server fills in defaults and validates it. */
export interface CourseOptions {
  readonly form: Readonly<Record<string, unknown>>;
  readonly email: string;
  readonly password: string;
  /** An API key, used instead of email and password. */
  readonly key: string | null;
  readonly url: string;
  /** File to write; null for stdout. */
  readonly out: string | null;
  /** A run to watch instead of starting one. */
  readonly run: string | null;
}

/** Where `npm start` serves by default. */
export const DEFAULT_URL = 'http://localhost:3000';

const AI_COMPONENTS = ['veo3_enabled', 'imagen_enabled', 'genie3_enabled', 'vortex_enabled'];
const FLAGS = [
  'multimodal_content',
  'peer_collaboration',
  'mentor_integration',
  'certification_level',
  'portfolio_development',
  'industry_validation',
];
/**
 * Fields without an option: the signed-in account is the user, components have their own options, and a script cannot approve an outline.
 */
const LEFT_OUT = ['user_id', 'ai_components', 'review_outline'];
const FIELDS = [...Object.keys(courseFormSchema.shape).filter((field) => !LEFT_OUT.includes(field)), ...AI_COMPONENTS];
const DEFAULT_AGE = 30;
const YES_NO = new Set(['true', 'yes', 'false', 'no']);

export const COURSE_USAGE = `Usage: npm run course -- "<topic>" [options]
  --goals <text>       the learner's goals
  --age <years>        age of the audience (${DEFAULT_AGE})
  --out <file>         write the course there instead of to stdout
  --run <id>           follow a run that was started earlier instead of starting one
  --url <address>      the running server (${DEFAULT_URL}, or PORT)
  --key <key>          an API key with courses:read and generate (or COURSEWRIGHT_KEY)
  --email, --password  the account to sign in with if there is no key (default: learner@example.com)
Every field of the form is an option too, except the review of the outline, which needs a screen. Lists are separated by commas; a flag is --<flag>, --no-<flag> or --<flag>=<text>:
  ${FIELDS.filter((field) => !['topic', 'age'].includes(field))
    .map(toOption)
    .join(' ')}`;

/**
 * Parses the command line.
 * @throws ScriptError for an unknown option, a missing value or a missing topic
 */
export function readCourseOptions(
  words: readonly string[],
  env: { PORT?: string | undefined; COURSEWRIGHT_KEY?: string | undefined },
): CourseOptions {
  const given = readWords(words);
  const take = (name: string, fallback: string) => {
    const value = given.options.get(name) ?? fallback;
    given.options.delete(name);
    return String(value);
  };
  const settings = {
    email: take('email', 'learner@example.com'),
    password: take('password', 'coursewright-demo'),
    key: take('key', env.COURSEWRIGHT_KEY ?? '') || null,
    url: take('url', env.PORT ? `http://localhost:${env.PORT}` : DEFAULT_URL).replace(/\/+$/, ''),
    out: take('out', '') || null,
    run: take('run', '') || null,
  };
  if (!URL.canParse(settings.url)) throw new ScriptError(`--url must be an address such as ${DEFAULT_URL}; it is '${settings.url}'.`);
  return { ...settings, form: readForm(given) };
}

interface Words {
  topic: string | undefined;
  options: Map<string, string | boolean>;
}

/** Splits arguments into the topic and options by field name (`--career-level` → `career_level`). */
function readWords(words: readonly string[]): Words {
  const plain: string[] = [];
  const options = new Map<string, string | boolean>();
  const known = new Set([...FIELDS, 'goals', 'email', 'password', 'key', 'url', 'out', 'run']);
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    if (!word.startsWith('--')) {
      plain.push(word);
      continue;
    }
    const [, text = '', value] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const off = text.startsWith('no-') && isFlag(toField(text.slice(3)));
    const name = toField(off ? text.slice(3) : text);
    if (!known.has(name)) throw new ScriptError(`There is no option --${text}. 'npm run course -- --help' lists them.`);
    const next = words[i + 1];
    if (off) options.set(name, false);
    else if (value !== undefined) options.set(name, value);
    else if (next !== undefined && (isFlag(name) ? YES_NO.has(next) : !next.startsWith('--'))) {
      options.set(name, next);
      i += 1;
    } else if (isFlag(name)) options.set(name, true);
    else throw new ScriptError(`--${text} needs a value.`);
  }
  if (plain.length > 1) throw new ScriptError(`Put the topic in quotes: npm run course -- "${plain.join(' ')}"`);
  return { topic: plain[0], options };
}

function readForm({ topic, options }: Words): Record<string, unknown> {
  const form: Record<string, unknown> = { age: DEFAULT_AGE };
  const subject = topic ?? options.get('topic');
  if (subject !== undefined) {
    form.topic = subject;
    form.learning_goals = `Understand ${subject} and be able to use it`;
  }
  for (const [name, value] of options) {
    const field = name === 'goals' ? 'learning_goals' : name;
    if (AI_COMPONENTS.includes(field)) form.ai_components = { ...(form.ai_components as object), [field]: toFlag(value) };
    else if (field === 'age') form.age = Number(value);
    else if (field === 'accessibility_options')
      form[field] = String(value)
        .split(',')
        .map((part) => part.trim());
    else form[field] = isFlag(field) ? toFlag(value) : value;
  }
  return form;
}

const isFlag = (field: string) => FLAGS.includes(field) || AI_COMPONENTS.includes(field);
const toFlag = (value: string | boolean) =>
  value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : value;
const toField = (option: string) => option.replaceAll('-', '_');
function toOption(field: string): string {
  return `--${field.replaceAll('_', '-')}`;
}
