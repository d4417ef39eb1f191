import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Knex } from 'knex';
import { parseSync, Visitor } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Statements already recorded by this process, by folder; test files share it, because most statements recur letter by letter. */
const notedIn = new Map<string, Set<string>>();

/** Removes white space, which differs between a template and its statement. */
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Records the text of every statement that the database executes without an error, since a failed statement may be an expected one.
 * @param folder one per test run; each process writes a file of its own
 */
export function noteStatements(knex: Knex, folder: string): void {
  const file = path.join(folder, `${process.pid}.txt`);
  const noted = notedIn.get(folder) ?? new Set();
  notedIn.set(folder, noted);
  knex.on('query-response', (_rows: unknown, { sql }: { readonly sql: string }) => {
    if (noted.has(sql)) return;
    const text = squeezed(sql);
    noted.add(sql);
    if (text !== sql && noted.has(text)) return;
    noted.add(text);
    appendFileSync(file, `${text}\n`);
  });
}

/** A template of the `sql` tag. */
interface Template {
  /** `<path>:<line>` */
  readonly place: string;
  /** The texts between its values. */
  readonly parts: readonly string[];
}

/** Returns every template of the `sql` tag in the domain. */
export function readTemplates(): Template[] {
  return globSync('domain/**/*.ts', { cwd: ROOT, exclude: (file) => /[.](test|factory)[.]ts$/.test(file) }).flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    if (!text.includes('sql`')) return [];
    const templates: Template[] = [];
    new Visitor({
      TaggedTemplateExpression({ start, tag, quasi }) {
        if (tag.type !== 'Identifier' || tag.name !== 'sql') return;
        const place = `${file}:${text.slice(0, start).split('\n').length}`;
        templates.push({ place, parts: quasi.quasis.map(({ value }) => squeezed(value.cooked!)) });
      },
    }).visit(parseSync(file, text).program);
    return templates;
  });
}

/**
 * Returns the templates that occur in no executed statement: they may name a column that no longer exists, unnoticed.
 * @param folder that of `noteStatements`
 */
export function templatesNotExecuted(templates: readonly Template[], folder: string): string[] {
  const executed = readdirSync(folder).flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'));
  return templates.filter(({ parts }) => !executed.some((statement) => hasParts(statement, parts))).map(({ place }) => place);
}

/** Tells whether a statement contains all parts, in order. */
function hasParts(statement: string, parts: readonly string[]): boolean {
  let from = 0;
  return parts.every((part) => {
    const at = statement.indexOf(part, from);
    from = at + part.length;
    return at >= 0;
  });
}
