import { readFileSync } from 'node:fs';

/** A prompt with all variables filled in. */
export interface RenderedPrompt {
  readonly instructions: string;
  readonly prompt: string;
  /** All words of ours in both, without data: none of them may reach a reader. */
  readonly rules: string;
}

const DATA_RULES = readFileSync(new URL('data-rules.md', import.meta.url), 'utf8').trim();

/** Encodes learner text as data: JSON with `<` escaped can neither close its tag nor open another. */
function asData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const SECTION = /^\{\{#(\w+)((?: \w+)*)\}\}\n([\s\S]*?)^\{\{\/\1\}\}\n/gm;
const SHARED = /\{\{(\w+_rules)\}\}/g;

const isEmpty = (value: unknown): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0);

const hasField = (value: unknown, field: string): boolean =>
  typeof value === 'object' && value !== null && !isEmpty((value as Readonly<Record<string, unknown>>)[field] ?? null);

/**
 * Loads the prompts of a folder. In `<name>.md` the part above the line `---` is the instructions, the part below the prompt.
 * `{{data_rules}}` is the rule text that all prompts share, other `{{…_rules}}` are texts of the folder (`reader-rules.md`); every other
 * `{{name}}` is replaced by that variable as JSON data. Text between `{{#name}}` and `{{/name}}` is included only if that variable is not
 * empty; `{{#name field other}}` only if one of these fields of it is not empty: rules for absent material would waste tokens. Such rules stand in the prompt, behind their material, and both parts begin with the
 * text that all calls of a run share, so that vendors can cache it.
 * @param folder URL of the folder, e.g. `new URL('./', import.meta.url)`
 * @returns a function that throws when a variable is missing or unused: a literal `{{…}}` must never reach a vendor, nor a field be dropped
 */
export function promptsIn(folder: URL): (name: string, variables: Readonly<Record<string, unknown>>) => RenderedPrompt {
  const templates = new Map<string, string>();
  const template = (name: string): string => {
    let text = templates.get(name);
    if (text === undefined) templates.set(name, (text = readFileSync(new URL(`${name}.md`, folder), 'utf8')));
    return text;
  };
  return (name, variables) => {
    const unused = new Set(Object.keys(variables));
    const whole = template(name).replaceAll(SHARED, (_, key: string) =>
      key === 'data_rules' ? DATA_RULES : template(key.replaceAll('_', '-')).trim(),
    );
    const chosen = whole.replaceAll(SECTION, (_, key: string, fields: string, inner: string) => {
      if (!(key in variables)) throw new Error(`prompt ${name}: no value for {{#${key}}}`);
      if (fields !== '')
        return fields
          .trim()
          .split(' ')
          .some((field) => hasField(variables[key], field))
          ? inner
          : '';
      if (!isEmpty(variables[key])) return inner;
      unused.delete(key);
      return '';
    });
    const fill = (dataOf: (key: string) => string) => chosen.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => dataOf(key));
    const filled = fill((key) => {
      if (!(key in variables)) throw new Error(`prompt ${name}: no value for {{${key}}}`);
      unused.delete(key);
      return asData(variables[key]);
    });
    if (unused.size > 0) throw new Error(`prompt ${name}: ${[...unused].join(', ')} not used`);
    const [instructions, prompt, ...rest] = filled.split(/^---$/m);
    if (!instructions || !prompt || rest.length > 0) throw new Error(`prompt ${name}: expected exactly one line ---`);
    const rules = fill(() => '').replaceAll(/^<(\w+)><\/\1>\n/gm, '');
    return { instructions: instructions.trim(), prompt: prompt.trim(), rules };
  };
}
