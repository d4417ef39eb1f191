import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { PLAIN_TEXTS } from '#contract/courses/lesson-maths.ts';
import { codeFiles } from './file-rules.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The product's own pages, whose texts contain no formulas; the kit shows samples. */
const OWN_WORDS = /features\/(legal|investors|marketing)\/|pages\/(kit|investors)|[.](test|factory)[.]tsx$/;
/** Texts of courses, which can contain formulas. */
const TEXTS =
  /^(title|topic|subject|course_title|lesson_title|module_title|courseTitle|lessonTitle|moduleTitle|objective|takeaway|explanation|instruction)$/;
/** Titles of other things, by the file that shows them, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'frontend/src/features/lti/classes-section.tsx: title': 'a class of a platform, as the platform calls it',
  'frontend/src/features/operator/alarm-list.tsx: alarm.subject': 'an order or a payout, by its number',
  'frontend/src/features/operator/charts/series-panels.tsx: title': 'what a chart shows, in our words',
  'frontend/src/ui/charts/bar-rows.tsx: title': 'a bar of a chart',
  'frontend/src/pages/community/nearby-preview.tsx: title': 'an event, which people name in words',
};

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode));

/** Returns the possible values of an expression: both sides of a conditional, each part of a concatenation. */
function leavesOf(node: Node): Node[] {
  const sides = (...parts: unknown[]): Node[] => parts.filter(isNode).flatMap(leavesOf);
  switch (node.type) {
    case 'ConditionalExpression':
      return sides(node.consequent, node.alternate);
    case 'LogicalExpression':
      return node.operator === '&&' ? sides(node.right) : sides(node.left, node.right);
    case 'BinaryExpression':
      return node.operator === '+' ? sides(node.left, node.right) : [];
    case 'TemplateLiteral':
      return sides(...(node.expressions as Node[]));
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return sides(node.expression);
    default:
      return [node];
  }
}

const nameOf = (node: unknown): string => (isNode(node) && /^(JSX)?Identifier$/.test(node.type) ? String(node.name) : '');
/** Returns the last name of `a.b?.title` if it is taken from data, not from our own texts (`forumWords(id).title`, `PAGE.title`). */
function memberName({ type, object, property }: Node): string {
  if (type !== 'MemberExpression') return '';
  const isOurs = (object as Node).type === 'CallExpression' || /^[A-Z][A-Z_]+$/.test(nameOf(object));
  return isOurs ? '' : nameOf(property);
}

/** `LessonMarkdown` draws the formulas of its text itself. */
const isMarkdown = ({ openingElement }: Node): boolean => nameOf((openingElement as Node).name) === 'LessonMarkdown';

type Scope = ReadonlySet<string>;
const isText = (node: Node, scope: Scope): boolean => TEXTS.test(memberName(node)) || scope.has(nameOf(node));

/** Returns the names that a pattern takes from data. @param isInner of an iterated row, or of a part of a component's props */
function takenBy(pattern: Node, isInner: boolean): string[] {
  if (pattern.type !== 'ObjectPattern') return [];
  return (pattern.properties as Node[]).flatMap(({ type, key, value }) => {
    if (type !== 'Property') return [];
    const taken = (value as Node).type === 'AssignmentPattern' ? (value as Node).left : value;
    if (nameOf(taken) === '') return takenBy(taken as Node, true);
    return isInner && TEXTS.test(nameOf(key)) ? [nameOf(taken)] : [];
  });
}

/** Returns the names that a block's statements give to texts. */
function namedIn(block: Node, outer: Scope): string[] {
  const declared = (block.body as Node[]).flatMap((one) => (one.type === 'VariableDeclaration' ? (one.declarations as Node[]) : []));
  return declared.flatMap(({ id, init }) => {
    // a component's props, and our own texts
    if (!isNode(init) || nameOf(init) === 'props' || nameOf(init.callee).endsWith('Words')) return [];
    if (nameOf(id) === '') return takenBy(id as Node, true);
    return leavesOf(init).some((leaf) => isText(leaf, outer)) ? [nameOf(id)] : [];
  });
}

/** Returns the course texts that a file shows with the delimiters of their formulas. */
export function bareTexts(source: string): string[] {
  const found: string[] = [];
  const check = (value: unknown, scope: Scope): void => {
    if (isNode(value)) for (const leaf of leavesOf(value)) if (isText(leaf, scope)) found.push(source.slice(leaf.start, leaf.end));
  };
  const walk = (node: Node, outer: Scope, isArgument: boolean): void => {
    let scope = outer;
    const take = (names: readonly string[]) => (scope = new Set([...scope, ...names]));
    if (Array.isArray(node.params)) for (const one of node.params as Node[]) take(takenBy(one, isArgument));
    if (node.type === 'BlockStatement') take(namedIn(node, scope));
    if ((node.type === 'JSXElement' && !isMarkdown(node)) || node.type === 'JSXFragment')
      for (const child of node.children as Node[]) if (child.type === 'JSXExpressionContainer') check(child.expression, scope);
    if (node.type === 'JSXAttribute' && /^(primary|secondary|alt)$/.test(nameOf(node.name)))
      check((node.value as Node | null)?.expression, scope);
    if (node.type === 'JSXAttribute' && source.slice(node.start, node.end).startsWith('aria-label'))
      check((node.value as Node | null)?.expression, scope);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 't')
      for (const { type, key, value } of ((node.arguments as Node[])[1]?.properties ?? []) as Node[])
        if (type === 'Property' && !PLAIN_TEXTS.has(nameOf(key))) check(value, scope);
    // an option of a list; the values of a sentence are handled above
    if (node.type === 'Property' && nameOf(node.key) === 'label') check(node.value, scope);
    for (const child of childrenOf(node)) walk(child, scope, node.type === 'CallExpression');
  };
  walk(parseSync('screen.tsx', source).program as unknown as Node, new Set(), false);
  return [...new Set(found)];
}

describe('a text of a course on a screen', () => {
  it('is drawn by FormulaText, or written in words where nothing can be drawn', () => {
    const files = codeFiles(ROOT).filter((name) => /^frontend\/src\/.*[.]tsx$/.test(name) && !OWN_WORDS.test(name));
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((name) => bareTexts(readFileSync(path.join(ROOT, name), 'utf8')).map((text) => `${name}: ${text}`));
    const isException = (line: string) => Object.keys(EXCEPTIONS).some((one) => line.startsWith(one));
    expect(found.filter((line) => !isException(line))).toEqual([]);
    for (const one of Object.keys(EXCEPTIONS))
      expect(
        found.some((line) => line.startsWith(one)),
        `${one} is no exception any more`,
      ).toBe(true);
  });

  it.each([
    ['a title', 'const A = ({ course }) => <p>{course.title}</p>', ['course.title']],
    ['what stands in for it', 'const A = ({ run }) => <p>{run.title ?? run.topic}</p>', ['run.title', 'run.topic']],
    ['one within words', 'const A = ({ lesson }) => <p>{`${lesson.place}. ${lesson.title}`}</p>', ['lesson.title']],
    ['a row', 'const A = ({ rows }) => rows.map(({ title }) => <li>{title}</li>)', ['title']],
    ['a part', 'function A({ course: { title } }) { return <b>{title}</b>; }', ['title']],
    ['one with a name', 'function A({ run }) { const name = run.title; return <b>{name}</b>; }', ['name']],
    ['a label', 'const A = ({ lesson }) => <i aria-label={lesson.title} />', ['lesson.title']],
    ['an option', 'const A = ({ rows }) => <S options={rows.map(({ title }) => ({ value: 1, label: title }))} />', ['title']],
    ['one beside Markdown', 'const A = ({ q }) => <p><LessonMarkdown>{q.text}</LessonMarkdown>{q.explanation}</p>', ['q.explanation']],
    ['a value whose name says nothing', "const A = ({ lesson }) => t('{x} is new', { x: lesson.title })", ['lesson.title']],
  ])('is found: %s', (_, source, texts) => {
    expect(bareTexts(source)).toEqual(texts);
  });

  it.each([
    ['drawn', 'const A = ({ course }) => <FormulaText text={course.title} dir="rtl" />'],
    ['drawn with its Markdown', 'const A = ({ step }) => <LessonMarkdown dir="rtl">{step.explanation}</LessonMarkdown>'],
    ['in words', 'const A = ({ course }) => <i aria-label={formulaWords(course.title, undefined)} />'],
    ['in a sentence', "const A = ({ course }) => <p>{t('Rewriting “{title}”', { title: course.title })}</p>"],
    ['words of ours', 'const A = ({ id }) => <p>{forumWords(id).title}</p>'],
    ['what a caller draws', 'const A = ({ title }) => <p>{title}</p>'],
  ])('is not found: %s', (_, source) => {
    expect(bareTexts(source)).toEqual([]);
  });
});
