import { parse, type Filter } from 'scim2-parse-filter';
import { lookup } from '#contract/platform/lookup.ts';
import { join, sql, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { ScimError } from './scim-error.ts';

/** An attribute that can be filtered by, as SQL. */
export type Filtered =
  | { readonly type: 'text'; readonly of: Sql; readonly isExact?: boolean }
  | { readonly type: 'boolean'; readonly of: Sql }
  | { readonly type: 'time'; readonly of: Sql }
  | { readonly type: 'id'; readonly of: Sql }
  /** An attribute with values in other tables: `is` makes a condition for one value. */
  | { readonly type: 'member'; readonly is: (id: string) => Sql };

const MOST_CHARACTERS = 1_000;
const MOST_CONDITIONS = 20;

const invalid = (detail: string): ScimError => new ScimError(400, detail, 'invalidFilter');

/** Tells whether a text has control characters; line ends among them keep the parser's expression busy for years. */
export const hasControl = (text: string): boolean => /\p{Cc}/u.test(text);

/**
 * Parses a filter (RFC 7644, 3.4.2.2), or the filter of a path.
 * @throws ScimError invalidFilter, also for a filter longer than any directory's, or with control characters
 */
export function parseFilter(text: string): Filter {
  if (text.length > MOST_CHARACTERS || hasControl(text)) throw invalid('The filter is too long, or has control characters.');
  try {
    return parse(text);
  } catch {
    throw invalid('The filter cannot be read.');
  }
}

/**
 * Returns a filter as a condition. Attribute names are compared without case, and with or without the resource's URN.
 * @param attributes by their names in lower case, such as `name.givenname`; a multi-valued attribute by its own name and with `.value`
 * @throws ScimError invalidFilter
 */
export function conditionOf(text: string, attributes: ReadonlyMap<string, Filtered>): Sql {
  let left = MOST_CONDITIONS;
  const read = (filter: Filter, prefix = ''): Sql => {
    if ('filters' in filter) {
      return sql`(${join(
        filter.filters.map((part) => read(part, prefix)),
        filter.op === 'and' ? ' and ' : ' or ',
      )})`;
    }
    if ('filter' in filter) return sql`(not ${read(filter.filter, prefix)})`;
    const name = prefix + nameOf(filter.attrPath);
    if ('valFilter' in filter) {
      const rest = withoutKind(filter.valFilter);
      return rest ? read(rest, `${name}.`) : sql`true`;
    }
    left -= 1;
    if (left < 0) throw invalid('The filter has too many conditions.');
    const attribute = attributes.get(name);
    if (!attribute) throw invalid(`Nothing is filtered by ${name.slice(0, 100)}.`);
    return comparison(attribute, filter);
  };
  return read(parseFilter(text));
}

const nameOf = (path: string): string => path.replace(/^urn:.*:(?=[^:]*$)/i, '').toLowerCase();

/** Drops conditions on which address or role is meant (`type`, `primary`): there is only one of each. Null when no other condition remains. */
function withoutKind(filter: Filter): Filter | null {
  if ('attrPath' in filter) return ['type', 'primary'].includes(filter.attrPath.toLowerCase()) ? null : filter;
  if (!('filters' in filter) || filter.op !== 'and') return filter;
  const rest = filter.filters.flatMap((part) => withoutKind(part) ?? []);
  return rest.length > 1 ? { op: 'and', filters: rest } : (rest[0] ?? null);
}

type Leaf = Exclude<Filter, { filters: Filter[] } | { filter: Filter } | { valFilter: Filter }>;

function comparison(attribute: Filtered, leaf: Leaf): Sql {
  if (leaf.op === 'pr') {
    if (attribute.type === 'member') throw invalid('Members are compared with eq.');
    return attribute.type === 'text' ? sql`(coalesce(${attribute.of}, '') <> '')` : sql`(${attribute.of} is not null)`;
  }
  const value = 'compValue' in leaf ? leaf.compValue : null;
  if (attribute.type === 'text') return textComparison(attribute, leaf.op, value);
  if (attribute.type === 'boolean') {
    if (!['eq', 'ne'].includes(leaf.op)) throw invalid('A boolean is compared with eq and ne.');
    // some directories put booleans in quotes
    const wanted = String(value).toLowerCase() === 'true';
    return sql`(${attribute.of} = ${leaf.op === 'eq' ? wanted : !wanted})`;
  }
  if (attribute.type === 'time') return timeComparison(attribute.of, leaf.op, value);
  if (!['eq', 'ne'].includes(leaf.op)) throw invalid('An id is compared with eq and ne.');
  const id = typeof value === 'string' && isUuid(value) ? value : '00000000-0000-0000-0000-000000000000';
  const same = attribute.type === 'member' ? attribute.is(id) : sql`(${attribute.of} = ${id}::uuid)`;
  return leaf.op === 'eq' ? same : sql`(not ${same})`;
}

type Compared = string | number | boolean | null;

function textComparison({ of, isExact = false }: Extract<Filtered, { type: 'text' }>, op: string, value: Compared): Sql {
  if (value === null) return op === 'ne' ? sql`(${of} is not null)` : sql`(${of} is null)`;
  const wanted = isExact ? sql`${String(value)}` : sql`lower(${String(value)})`;
  const own = isExact ? of : sql`lower(${of})`;
  switch (op) {
    case 'eq':
      return sql`(${own} = ${wanted})`;
    case 'ne':
      return sql`(${own} is distinct from ${wanted})`;
    case 'co':
      return sql`(position(${wanted} in ${own}) > 0)`;
    case 'sw':
      return sql`(starts_with(${own}, ${wanted}))`;
    case 'ew':
      return sql`(right(${own}, length(${wanted})) = ${wanted})`;
    default:
      throw invalid('A text is compared with eq, ne, co, sw, ew and pr.');
  }
}

const TIME_SIGNS: Readonly<Record<string, Sql>> = lookup({
  eq: sql`=`,
  ne: sql`<>`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
});

function timeComparison(of: Sql, op: string, value: Compared): Sql {
  const at = new Date(String(value));
  const sign = TIME_SIGNS[op];
  if (!sign || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9_999 || at.getUTCFullYear() < 1)
    throw invalid('This is no time that can be compared.');
  return sql`(date_trunc('milliseconds', ${of}) ${sign} ${at})`;
}
