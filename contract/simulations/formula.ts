import { create, parseDependencies } from 'mathjs/number';
import { lookup } from '#contract/platform/lookup.ts';

// only the parser: a fifth of the library's size, and nothing else that a formula could reach
const { parse } = create({ parseDependencies: parseDependencies! });

/** Limits of a formula: without loops, its size bounds its cost. */
export const FORMULA_LIMITS = { characters: 400, nodes: 120 } as const;

/** The values that a formula can read. */
export type Values = Readonly<Record<string, number>>;

/** A formula that can be evaluated many times: plain arithmetic, with access only to the given values. */
export interface Formula {
  readonly evaluate: (values: Values) => number;
  /** Names of the values it reads. */
  readonly names: ReadonlySet<string>;
  /** Number of operations, which determines its cost. */
  readonly size: number;
}

/** A formula that is not accepted; the message tells its author why. */
export class FormulaError extends Error {}

const smoothstep = (from: number, to: number, x: number): number => {
  const share = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return share * share * (3 - 2 * share);
};

/** Functions by name, each with its minimum and maximum number of arguments. */
const FUNCTIONS: Readonly<Record<string, readonly [least: number, most: number, call: (...values: number[]) => number]>> = lookup({
  abs: [1, 1, Math.abs],
  acos: [1, 1, Math.acos],
  asin: [1, 1, Math.asin],
  atan: [1, 1, Math.atan],
  atan2: [2, 2, Math.atan2],
  ceil: [1, 1, Math.ceil],
  clamp: [3, 3, (x, from, to) => Math.min(to, Math.max(from, x))],
  cos: [1, 1, Math.cos],
  exp: [1, 1, Math.exp],
  floor: [1, 1, Math.floor],
  hypot: [1, 4, Math.hypot],
  log: [1, 1, Math.log],
  log10: [1, 1, Math.log10],
  max: [1, 8, Math.max],
  min: [1, 8, Math.min],
  mod: [2, 2, (x, by) => x - by * Math.floor(x / by)],
  pow: [2, 2, (x, by) => x ** by],
  round: [1, 1, Math.round],
  sign: [1, 1, Math.sign],
  sin: [1, 1, Math.sin],
  smoothstep: [3, 3, smoothstep],
  sqrt: [1, 1, Math.sqrt],
  tan: [1, 1, Math.tan],
});

const CONSTANTS: Values = { pi: Math.PI, e: Math.E };

const truth = (value: boolean): number => (value ? 1 : 0);

const OPERATORS: Readonly<Record<string, (...values: number[]) => number>> = lookup({
  add: (x, y) => x! + y!,
  subtract: (x, y) => x! - y!,
  multiply: (x, y) => x! * y!,
  divide: (x, y) => x! / y!,
  pow: (x, y) => x! ** y!,
  mod: FUNCTIONS['mod']![2],
  unaryMinus: (x) => -x!,
  unaryPlus: (x) => x!,
  smaller: (x, y) => truth(x! < y!),
  larger: (x, y) => truth(x! > y!),
  smallerEq: (x, y) => truth(x! <= y!),
  largerEq: (x, y) => truth(x! >= y!),
  equal: (x, y) => truth(x === y),
  unequal: (x, y) => truth(x !== y),
  and: (x, y) => truth(x !== 0 && y !== 0),
  or: (x, y) => truth(x !== 0 || y !== 0),
  not: (x) => truth(x === 0),
});

type Evaluate = Formula['evaluate'];

/** The parts of mathjs's nodes that are read; all other kinds of nodes are refused. */
interface Parsed {
  readonly type: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly fn?: { readonly name?: string } | string;
  readonly args?: readonly Parsed[];
  readonly content?: Parsed;
  readonly condition?: Parsed;
  readonly trueExpr?: Parsed;
  readonly falseExpr?: Parsed;
}

/**
 * Compiles a formula of a scene: numbers, names, arithmetic, comparisons, conditions and the functions above. mathjs only parses it and the
 * meaning is defined here, so that nothing else can be reached: no assignment, property, matrix, text or loop.
 * @throws FormulaError that names the forbidden part
 */
export function compileFormula(text: string | number): Formula {
  if (typeof text === 'number') {
    if (!Number.isFinite(text)) throw new FormulaError('a number must be finite');
    return { evaluate: () => text, names: new Set(), size: 1 };
  }
  if (text.length > FORMULA_LIMITS.characters) throw new FormulaError(`a formula has at most ${FORMULA_LIMITS.characters} characters`);
  const names = new Set<string>();
  let size = 0;
  const compile = (node: Parsed): Evaluate => {
    size += 1;
    if (size > FORMULA_LIMITS.nodes) throw new FormulaError(`a formula has at most ${FORMULA_LIMITS.nodes} operations`);
    switch (node.type) {
      case 'ConstantNode': {
        const { value } = node;
        if (typeof value !== 'number' || !Number.isFinite(value)) throw new FormulaError('only finite numbers are allowed');
        return () => value;
      }
      case 'SymbolNode':
        return named(node.name!);
      case 'ParenthesisNode':
        return compile(node.content!);
      case 'ConditionalNode': {
        const [condition, yes, no] = [compile(node.condition!), compile(node.trueExpr!), compile(node.falseExpr!)];
        return (values) => (condition(values) === 0 ? no(values) : yes(values));
      }
      case 'OperatorNode': {
        const operator = Object.hasOwn(OPERATORS, node.fn as string) ? OPERATORS[node.fn as string]! : null;
        if (!operator) throw new FormulaError(`the operator ${String(node.fn)} is not allowed`);
        return applied(operator, node.args!.map(compile));
      }
      case 'FunctionNode': {
        const name = typeof node.fn === 'object' ? (node.fn.name ?? '') : '';
        if (!Object.hasOwn(FUNCTIONS, name)) throw new FormulaError(`there is no function ${name || 'of that kind'}`);
        const [least, most, call] = FUNCTIONS[name]!;
        const args = node.args!;
        if (args.length < least || args.length > most) throw new FormulaError(`${name} takes ${least} to ${most} values`);
        return applied(call, args.map(compile));
      }
      default:
        throw new FormulaError(`${node.type.replace(/Node$/, '').toLowerCase()} is not allowed in a formula`);
    }
  };
  const named = (name: string): Evaluate => {
    const constant = Object.hasOwn(CONSTANTS, name) ? CONSTANTS[name]! : null;
    if (constant !== null) return () => constant;
    names.add(name);
    return (values) => values[name]!;
  };
  return { evaluate: compile(parsed(text)), names, size };
}

function parsed(text: string): Parsed {
  try {
    return parse(text) as unknown as Parsed;
  } catch (error) {
    throw new FormulaError(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function applied(call: (...values: number[]) => number, args: readonly Evaluate[]): Evaluate {
  const [first, second] = args;
  if (args.length === 1) return (values) => call(first!(values));
  if (args.length === 2) return (values) => call(first!(values), second!(values));
  return (values) => call(...args.map((arg) => arg(values)));
}
