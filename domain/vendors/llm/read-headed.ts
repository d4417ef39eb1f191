import type * as z from 'zod';
import { linesOf } from './document-shapes.ts';
import { letters } from './near-values.ts';

const HEADING = /^(#{1,6})[ \t]+(\S[^\n]{0,80}?)[ \t#:]*$/;

/**
 * Reads a document that was written in Markdown, each field under a headline of its name: `# Content`, `# Objectives`. Only of texts and lists of texts, and
 * only where every field has one such headline of one level, and nothing stands before the first.
 * @returns null for anything else
 */
export function readHeaded(text: string, schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'object') return null;
  const fields = new Map(Object.entries(def.shape).map(([key, field]) => [letters(key), { key, field }]));
  if ([...fields.values()].some(({ field }) => !isText(field) && !isTexts(field))) return null;
  const lines = text.trim().split('\n');
  const level = HEADING.exec(lines[0]!)?.[1];
  const found = new Map<string, string[]>();
  let under: string[] | null = null;
  for (const line of lines) {
    const [, marks, name] = HEADING.exec(line.trimEnd()) ?? [];
    const field = marks === level && name !== undefined ? fields.get(letters(name)) : undefined;
    if (field && found.has(field.key)) return null;
    if (field) found.set(field.key, (under = []));
    else if (under === null) return null;
    else under.push(line);
  }
  if (found.size < fields.size) return null;
  const said = [...fields.values()].map(({ key, field }) => {
    const body = found.get(key)!.join('\n').trim();
    return [key, isText(field) ? body : (linesOf(body) ?? [])];
  });
  return said.every(([, one]) => one!.length > 0) ? Object.fromEntries(said) : null;
}

const isText = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'string';
function isTexts(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' && isText(def.element);
}
