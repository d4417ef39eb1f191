const TAGS = [
  'brief',
  'course',
  'research',
  'module',
  'lesson',
  'lesson_text',
  'practice',
  'practice_text',
  'workshop',
  'earlier',
  'kept',
  'findings',
  'instruction',
  'passage',
  'passages',
  'citations',
  'problems',
  'manner',
  'history',
  'question',
  'wanted',
  'learner',
  'texts',
  'pairs',
  'asked',
  'given_answer',
  'places',
  'cards',
  'mistakes',
  'script',
  'first_lesson',
  'second_lesson',
] as const;
export type Tag = (typeof TAGS)[number];

/**
 * Returns the end of the JSON value that begins at `from`, or -1. Brackets inside strings do not count, because that text is the learner's.
 */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let inString = false;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') {
        inString = false;
        if (depth === 0) return i + 1;
      }
    } else if (c === '"') inString = true;
    else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
  }
  return -1;
}

/**
 * Reads the JSON values between the known tags of a prompt; the first of each name counts. The text between is parsed as JSON and not
 * searched for further tags, so a tag typed by a learner remains text.
 */
export function readTags(prompt: string): Partial<Record<Tag, unknown>> {
  const found: Partial<Record<Tag, unknown>> = {};
  const opening = new RegExp(`<(${TAGS.join('|')})>\\s*(?=[{["])`, 'g');
  for (let match = opening.exec(prompt); match; match = opening.exec(prompt)) {
    const end = endOfJson(prompt, opening.lastIndex);
    if (end < 0) continue;
    const tag = match[1] as Tag;
    try {
      const value: unknown = JSON.parse(prompt.slice(opening.lastIndex, end));
      if (!(tag in found)) found[tag] = value;
      opening.lastIndex = end;
    } catch {
      // Prose that mentions the tag, not data.
    }
  }
  return found;
}
