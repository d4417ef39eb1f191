import { parseSync } from 'vite';
import { LENGTH_WORDS, MARKET_WORDS, PRICE_WORDS, SORT_WORDS } from '#contract/market/market-words.ts';
import { CATEGORY_WORDS, DIFFICULTY_WORDS } from '#contract/studio/course-field-words.ts';

/** Texts that the api serves too: `t(MARKET_WORDS.title)` is as good as a literal. */
const SERVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  MARKET_WORDS,
  LENGTH_WORDS,
  PRICE_WORDS,
  SORT_WORDS,
  CATEGORY_WORDS,
  DIFFICULTY_WORDS,
};

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Found {
  readonly call: string;
  /** Null: not a literal. */
  readonly key: string | null;
  readonly source: string;
  /** At module level: evaluated before the language is known. */
  readonly isEarly: boolean;
}

/** The position of the text argument, by function name. */
export type Calls = Readonly<Record<string, number>>;

/** Finds the text arguments of these calls; both branches of a conditional. */
export function findTexts(file: string, code: string, calls: Calls): Found[] {
  const found: Found[] = [];
  const note = (call: string, node: Node, isEarly: boolean): void => {
    if (node.type === 'ConditionalExpression') {
      note(call, node.consequent as Node, isEarly);
      note(call, node.alternate as Node, isEarly);
    } else if (node.type === 'MemberExpression' && String((node.object as Node).name) in SERVED) {
      const texts = SERVED[String((node.object as Node).name)]!;
      const keys = node.computed ? Object.values(texts) : [texts[String((node.property as Node).name)]!];
      for (const key of keys) found.push({ call, key, source: key, isEarly });
    } else {
      const key = node.type === 'Literal' ? String(node.value) : null;
      found.push({ call, key, source: code.slice(node.start as number, node.end as number), isEarly });
    }
  };
  const walk = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, depth));
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    const callee = node.callee as Node | undefined;
    const name = String(callee?.name ?? (callee?.property as Node | undefined)?.name);
    const text = (node.arguments as Node[] | undefined)?.[calls[name] ?? -1];
    if (text) note(name, text, depth === 0);
    const inside = depth + (String(node.type).includes('Function') ? 1 : 0);
    for (const each of Object.values(node)) walk(each, inside);
  };
  walk(parseSync(file, code).program, 0);
  return found;
}
