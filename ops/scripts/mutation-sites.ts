import { parseSync } from 'vite';

/** A small fault that can be planted in a file: its text from `start` to `end` becomes `text`. */
export interface Mutation {
  readonly kind: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;
type Place = Omit<Mutation, 'line'>;
interface Around {
  readonly source: string;
  readonly parent: Node | null;
  /** The name of the parent's field. */
  readonly field: string;
}

const INVERSE: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '&&': '||',
  '||': '&&',
  '-': '+',
  '*': '/',
  '/': '*',
};
/** Calls that filter or order the rows of a query, or handle a conflict. */
const OF_QUERIES = /^(and|or)?[Ww]here(In|NotIn|Not|Null|NotNull|Raw)?$|^(orderBy|limit|offset|forUpdate|onConflict|andOn)$/;
const SWAPPED: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };
/** A condition in an `sql`-tagged statement that is a single comparison. */
const SQL_CONDITION =
  /\s+and\s+(?:not\s+)?[\w.]+\s*(?:=|<>|<=|>=|<|>)\s*(?:\$\{[^{}]*\}|'[^']*'|[\w.]+(?:\([^()]*\))?)|\s+and\s+[\w.]+ is (?:not )?null/g;
/** Properties of appearance, which tests of behaviour need not notice. */
const OF_LOOKS = /^(sx|style|className|variant|size|color|key|spacing|gap|component|width|height|maxWidth)$/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string' && 'start' in (value as object);
const textOf = (source: string, { start, end }: Node) => source.slice(start, end);

/** Returns the faults of a node itself. */
function faultsOf(node: Node, { source, parent, field }: Around): Place[] {
  const at = (kind: string, { start, end }: Pick<Node, 'start' | 'end'>, text: string): Place => ({ kind, start, end, text });
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string };
      const other = INVERSE[operator];
      const from = source.indexOf(operator, left.end);
      if (!other || from < 0 || from > right.start) return [];
      return [at(`${operator} → ${other}`, { start: from, end: from + operator.length }, other)];
    }
    case 'IfStatement': {
      const { test, alternate } = node as unknown as { test: Node; alternate: Node | null };
      return [at('condition negated', test, `!(${textOf(source, test)})`), ...(alternate ? [] : [at('branch removed', node, ';')])];
    }
    case 'ConditionalExpression': {
      const { test } = node as unknown as { test: Node };
      return [at('condition negated', test, `!(${textOf(source, test)})`)];
    }
    case 'UnaryExpression':
      return node.operator === '!' ? [at('negation removed', node, textOf(source, node.argument as Node))] : [];
    case 'ExpressionStatement': {
      const isWork = ['CallExpression', 'AwaitExpression', 'AssignmentExpression', 'UpdateExpression'].includes(
        (node.expression as Node).type,
      );
      return isWork ? [at('statement removed', node, ';')] : [];
    }
    case 'Literal': {
      if (field === 'key' || parent?.type === 'JSXAttribute') return [];
      if (typeof node.value === 'boolean') return [at(`${node.value} → ${!node.value}`, node, String(!node.value))];
      if (typeof node.value !== 'number') return [];
      const text = node.value === 0 ? '1' : String(node.value * 3);
      return [at(`${textOf(source, node)} → ${text}`, node, text)];
    }
    case 'CallExpression': {
      const callee = node.callee as Node;
      const property = callee.property as Node | undefined;
      if (callee.type !== 'MemberExpression' || property?.type !== 'Identifier') return [];
      const name = String(property.name);
      const { object } = callee as unknown as { object: Node };
      // the beginning of a chain has no query before it
      if (OF_QUERIES.test(name) && object.type === 'CallExpression')
        return [at(`.${name}(…) removed`, { start: object.end, end: node.end }, '')];
      if (name === 'filter') return [at('.filter(…) removed', { start: object.end, end: node.end }, '')];
      return SWAPPED[name] ? [at(`${name} → ${SWAPPED[name]}`, property, SWAPPED[name])] : [];
    }
    case 'ObjectExpression': {
      const properties = node.properties as Node[];
      const of = parent?.type === 'CallExpression' ? (parent.callee as Node) : null;
      const isOfQuery = of?.type === 'MemberExpression' && /^(where\w*|update|insert|merge)$/.test(String((of.property as Node).name));
      if (!isOfQuery || properties.length < 2) return [];
      return properties.map((one, n) => {
        const next = properties[n + 1];
        const [start, end] = next ? [one.start, next.start] : [properties[n - 1]!.end, one.end];
        return at('column removed', { start, end }, '');
      });
    }
    case 'TaggedTemplateExpression': {
      if ((node.tag as Node).name !== 'sql') return [];
      const text = textOf(source, node);
      return [...text.matchAll(SQL_CONDITION)].map(({ index, 0: all }) =>
        at('sql condition removed', { start: node.start + index, end: node.start + index + all.length }, ''),
      );
    }
    case 'JSXAttribute':
      return OF_LOOKS.test(String((node.name as Node).name)) ? [] : [at(`${String((node.name as Node).name)} removed`, node, '')];
    default:
      return [];
  }
}

/** Tells whether nothing is planted below a node: types have no faults, and appearance is seen, not tested. */
const isPassedOver = (node: Node): boolean =>
  (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)/.test(node.type)) ||
  node.type === 'ImportDeclaration' ||
  (['JSXAttribute', 'Property'].includes(node.type) && OF_LOOKS.test(String(((node.name ?? node.key) as Node | undefined)?.name)));

/**
 * Returns the faults that can be planted in a file, in textual order: a reversed comparison, a negated condition, an omitted statement or
 * part of a query, another number. Each leaves a program that parses.
 * @param file its name, whose extension determines the syntax: .ts, .tsx or .mjs
 * @throws Error if it cannot be parsed
 */
export function mutationsOf(file: string, source: string): Mutation[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: Place[] = [];
  const walk = (node: Node, around: Around): void => {
    if (isPassedOver(node)) return;
    found.push(...faultsOf(node, around));
    for (const [field, value] of Object.entries(node))
      for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) walk(one, { source, parent: node, field });
  };
  walk(program as unknown as Node, { source, parent: null, field: '' });
  const isWhole = ({ start, end, text }: Place) => parseSync(file, source.slice(0, start) + text + source.slice(end)).errors.length === 0;
  return found
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .filter(isWhole)
    .map((place) => ({ ...place, line: source.slice(0, place.start).split('\n').length }));
}
