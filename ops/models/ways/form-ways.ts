import { isObject, type JsonObject } from '../../sandbox/wire/wire.ts';
import { form, JSON_MODE, lessonsIn, listIn, type Way } from './way.ts';

/** Changes every key, or every scalar value, at any depth. */
const mapKeys = (value: unknown, change: (key: string) => string): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapKeys(one, change))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapKeys(one, change)]))
      : value;
const mapLeaves = (value: unknown, change: (leaf: unknown) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => mapLeaves(one, change))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapLeaves(one, change)]))
      : change(value);
/** Applies a change to every object of an answer, at any depth. */
function eachObject(value: unknown, act: (one: JsonObject) => void): void {
  if (Array.isArray(value)) for (const one of value) eachObject(one, act);
  if (!isObject(value)) return;
  for (const one of Object.values(value)) eachObject(one, act);
  act(value);
}

const lesson = (id: string, change: (one: JsonObject) => void, rest: Partial<Way> = {}): Way =>
  form(`outline-${id}`, JSON_MODE, 'small models', (answer) => lessonsIn(answer).forEach(change), rest);
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const SPANISH: Readonly<Record<string, string>> = {
  content: 'contenido',
  objectives: 'objetivos',
  modules: 'modulos',
  lessons: 'lecciones',
  questions: 'preguntas',
  summary: 'resumen',
  title: 'titulo',
  verdict: 'veredicto',
};

/** Answers that are right except for their form. */
export const FORM_WAYS: readonly Way[] = [
  form('wrapped', 'caribeedu/twin#57', 'Claude, small models', (answer) => ({ parameters: answer })),
  form('wrapped-as-response', 'caribeedu/twin#57', 'small models', (answer) => ({ response: answer }), {
    isTested: true,
    purposes: ['course', 'mentor', 'cards', 'grade'],
  }),
  form('wrapped-as-properties', 'langchain-ai/langchain#22189', 'small models', (answer) => ({ type: 'object', properties: answer })),
  form('in-a-list', 'pydantic/pydantic-ai#877', 'small models', (answer) => [answer] as unknown as JsonObject),
  form(
    'list-alone',
    'pydantic/pydantic-ai#877',
    'small models',
    (answer) => {
      const values = Object.values(answer).filter(Array.isArray);
      return Object.keys(answer).length === 1 && values.length === 1 ? (values[0] as unknown as JsonObject) : answer;
    },
    { isTested: true, purposes: ['course', 'cards'] },
  ),
  form('list-as-text', 'langchain-ai/langchain#30158', 'Claude through tools', (answer) =>
    Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value])),
  ),
  form('camel-case', JSON_MODE, 'small models', (answer) => mapKeys(answer, camel) as JsonObject, {
    purposes: ['course', 'cards', 'grade'],
  }),
  form('upper-case', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.toUpperCase()) as JsonObject),
  form('keys-with-blanks', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.replaceAll('_', ' ')) as JsonObject),
  form('keys-with-hyphens', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => key.replaceAll('_', '-')) as JsonObject),
  form('keys-in-spanish', JSON_MODE, 'small models', (answer) => mapKeys(answer, (key) => SPANISH[key] ?? key) as JsonObject),
  form('more-keys', 'n8n-io/n8n#12911', 'any', (answer) => ({ thoughts: 'First I plan.', ...answer, confidence: 0.9, notes: null })),
  form(
    'numbers-as-texts',
    'pydantic/pydantic-ai#877',
    'small models',
    (answer) => mapLeaves(answer, (leaf) => (typeof leaf === 'number' ? String(leaf) : leaf)) as JsonObject,
  ),
  form(
    'booleans-as-texts',
    'TIGER-AI-Lab/ClawBench#295',
    'any',
    (answer) => mapLeaves(answer, (leaf) => (typeof leaf === 'boolean' ? String(leaf) : leaf)) as JsonObject,
    { isTested: true, purposes: ['course', 'grade'] },
  ),
  form('lists-of-one-as-value', 'whyhow-ai/knowledge-table#59', 'small models', (answer) => {
    eachObject(answer, (one) => {
      for (const [key, value] of Object.entries(one))
        if (Array.isArray(value) && value.length === 1 && !isObject(value[0])) one[key] = value[0];
    });
  }),
  form(
    'empty-lists-as-null',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => {
      eachObject(answer, (one) => {
        for (const [key, value] of Object.entries(one)) if (Array.isArray(value) && value.length === 0) one[key] = null;
      });
    },
    { isTested: true, purposes: ['course', 'cards'] },
  ),
  form('empty-lists-missing', 'whyhow-ai/knowledge-table#78', 'small models', (answer) => {
    eachObject(answer, (one) => {
      for (const [key, value] of Object.entries(one)) if (Array.isArray(value) && value.length === 0) delete one[key];
    });
  }),
  form(
    'empty-texts-as-null',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => mapLeaves(answer, (leaf) => (leaf === '' ? null : leaf)) as JsonObject,
  ),
  form(
    'empty-texts-missing',
    'whyhow-ai/knowledge-table#78',
    'small models',
    (answer) => {
      eachObject(answer, (one) => {
        for (const [key, value] of Object.entries(one)) if (value === '') delete one[key];
      });
    },
    { isTested: true },
  ),
  form(
    'texts-as-objects',
    JSON_MODE,
    'small models',
    (answer) => {
      for (const name of ['key_takeaways', 'objectives', 'learning_objectives', 'current_practice']) {
        const list = answer[name];
        if (Array.isArray(list)) answer[name] = list.map((text) => ({ point: text }));
      }
    },
    { isTested: true },
  ),
  form('list-as-lines', JSON_MODE, 'small models', (answer) => {
    for (const name of ['key_takeaways', 'objectives', 'learning_objectives']) {
      const list = answer[name];
      if (Array.isArray(list)) answer[name] = list.map((text) => `- ${String(text)}`).join('\n');
    }
  }),
  form('list-as-numbered-map', JSON_MODE, 'small models', (answer) => {
    for (const name of ['key_takeaways', 'objectives', 'learning_objectives']) {
      const list = answer[name];
      if (Array.isArray(list)) answer[name] = Object.fromEntries(list.map((text, at) => [String(at + 1), text]));
    }
  }),
  form('text-in-lines', JSON_MODE, 'small models', (answer) => {
    if (typeof answer['content'] === 'string') answer['content'] = answer['content'].split('\n\n');
  }),
  form(
    'key-misspelt',
    JSON_MODE,
    'small models',
    (answer) =>
      mapKeys(
        answer,
        (key) => ({ key_takeaways: 'keyTakeaways', content: 'lesson_content', answer: 'response' })[key] ?? key,
      ) as JsonObject,
    { must: { cause: /fit|schema|form|content|answer/i } },
  ),
  form('empty-object', JSON_MODE, 'small models', () => ({}), { rate: 0.2 }),
  lesson('minutes-as-text', (one) => (one['duration_minutes'] = '20 minutes'), { isTested: true }),
  lesson('minutes-with-a-half', (one) => (one['duration_minutes'] = 22.5)),
  lesson('minutes-as-range', (one) => (one['duration_minutes'] = '15-20 min')),
  lesson('kind-null', (one) => (one['kind'] = null)),
  lesson('kind-missing', (one) => delete one['kind'], { isTested: true }),
  lesson('minutes-as-hours', (one) => (one['duration_minutes'] = '0.5 hours')),
  lesson('summary-missing', (one) => delete one['summary']),
  lesson(
    'objectives-as-text',
    (one) => (one['objectives'] = Array.isArray(one['objectives']) ? one['objectives'].join('; ') : one['objectives']),
  ),
  lesson('as-numbered-titles', (one) => (one['title'] = `Lesson 3: ${String(one['title'])}`)),
  lesson('titles-in-bold', (one) => (one['title'] = `**${String(one['title'])}**`)),
  form('outline-module-numbers', JSON_MODE, 'any', (answer) => {
    listIn(answer, 'modules').forEach((module, at) => {
      module['title'] = `Module ${at + 1}: ${String(module['title'])}`;
      listIn(module, 'lessons').forEach((one, place) => (one['title'] = `Lesson ${at + 1}.${place + 1}: ${String(one['title'])}`));
    });
  }),
  form('outline-reason-missing', JSON_MODE, 'small models', (answer) => void delete answer['fewer_because']),
  form('outline-reason-null', JSON_MODE, 'small models', (answer) => {
    if ('fewer_because' in answer) answer['fewer_because'] = null;
  }),
  form('outline-modules-as-map', JSON_MODE, 'small models', (answer) => {
    const modules = listIn(answer, 'modules');
    if (modules.length > 0) answer['modules'] = Object.fromEntries(modules.map((module, at) => [`module_${at + 1}`, module]));
  }),
  form('lesson-title-as-heading', JSON_MODE, 'any', (answer, call) => {
    if (typeof answer['content'] === 'string') answer['content'] = `# ${call.title}\n\n${answer['content']}`;
  }),
];
