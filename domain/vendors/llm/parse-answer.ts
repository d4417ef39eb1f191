import { jsonrepair } from 'jsonrepair';
import * as z from 'zod';

const HINT_LENGTH = 1_000;

export type ParsedAnswer<T> = { ok: true; value: T; repaired: boolean } | { ok: false; detail: string; repairHint: string };

/**
 * Makes the asked value of a finished answer: as it is, else from its first brace to its last (fences and remarks around it fall away)
 * with trailing commas and quotes repaired. JSON that was cut off is never repaired: half a lesson must not pass for a whole one.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  let json: unknown;
  let repaired = false;
  try {
    json = JSON.parse(text);
  } catch {
    const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
    if (!text.includes('{')) return broken('the answer holds no JSON', 'The answer was not JSON. Answer with the JSON object only.');
    if (!isClosed(body)) return broken('the answer is cut off', 'The JSON was cut off. Answer with one complete, shorter JSON object.');
    try {
      json = JSON.parse(jsonrepair(body));
    } catch {
      return broken('the answer is not JSON', 'The answer was not valid JSON. Answer with the JSON object only.');
    }
    repaired = true;
  }
  const checked = schema.safeParse(json);
  if (checked.success) return { ok: true, value: checked.data, repaired };
  const issues = z.prettifyError(checked.error).slice(0, HINT_LENGTH);
  return broken(`the answer does not fit its schema (${checked.error.issues.length} issues)`, issues);
}

const broken = (detail: string, repairHint: string) => ({ ok: false, detail, repairHint }) as const;

/** Whether every bracket and string that is opened is closed again, in order. Quotes that are not escaped may make it say no. */
function isClosed(json: string): boolean {
  const expected: string[] = [];
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const char = json[i];
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') expected.push('}');
    else if (char === '[') expected.push(']');
    else if ((char === '}' || char === ']') && expected.pop() !== char) return false;
  }
  return !inString && expected.length === 0 && json.length > 0;
}
