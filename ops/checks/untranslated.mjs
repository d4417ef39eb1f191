import { parseSync } from 'vite';

/**
 * Texts of the interface that nobody could translate. oxlint's `jsx-no-literals` would refuse punctuation and names as well.
 * @typedef {import('./file-rules.mjs').SourceFile} SourceFile
 * @typedef {import('./file-rules.mjs').Found} Found
 * @typedef {{ type: string, start: number, end: number, [field: string]: unknown }} Node
 */

/** Screens: neither the kit's page, which engineers read, nor tests. */
const SCREEN = /^frontend\/src\/(?!pages\/kit\/|testing\/)(?!.*[.](?:test|factory)[.]tsx$).*[.]tsx$/;
/** Properties whose text people read or hear. */
const READ = /^(?:aria-label|aria-description|aria-valuetext|title|alt|placeholder|label|helperText)$/;
/** Elements whose words are typed or pressed as they are, and one that draws from its title without showing it. */
const VERBATIM = /^(?:code|kbd|samp|DrawnCover)$/;
/** Words that are the same in every language: names, keys, examples of what to type. */
const SAME_EVERYWHERE = /\b(?:Ctrl K|Vertex AI|Microsoft Entra ID|Okta|SHA-256|SPRING20)\b|\bhttps:\/\//g;
const hasWord = (/** @type {unknown} */ text) => /\p{L}{2}/u.test(String(text).replaceAll(SAME_EVERYWHERE, ''));

const isNode = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null && 'type' in value;
/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) => /** @type {Node[]} */ (Object.values(node).flat().filter(isNode));
const nameOf = (/** @type {unknown} */ node) => String(/** @type {{ name?: unknown } | null} */ (node)?.name ?? '');

/**
 * Returns the first word that an expression shows without a translation.
 * @param {Node | null | undefined} node
 * @returns {Node | null}
 */
function wordIn(node) {
  if (!node) return null;
  const within = (/** @type {unknown} */ inner) => wordIn(/** @type {Node} */ (inner));
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasWord(node.value) ? node : null;
    case 'JSXText':
      return hasWord(node.value) ? node : null;
    case 'TemplateElement':
      return hasWord(/** @type {{ raw: string }} */ (node.value).raw) ? node : null;
    case 'TemplateLiteral':
      return /** @type {Node[]} */ (node.quasis).map(wordIn).find(Boolean) ?? null;
    case 'JSXExpressionContainer':
      return within(node.expression);
    case 'ConditionalExpression':
      return within(node.consequent) ?? within(node.alternate);
    case 'LogicalExpression':
      return within(node.right);
    default:
      return null;
  }
}

/** @param {Node} node @returns {Node | null} the first word below a node that is English in every language */
function untranslated(node) {
  if (/^TS(?!As|Satisfies|NonNull)/.test(node.type) || node.type === 'ImportDeclaration') return null;
  if (node.type === 'JSXElement' && VERBATIM.test(nameOf(/** @type {Node} */ (node.openingElement).name))) return null;
  const shown = node.type === 'JSXElement' || node.type === 'JSXFragment' ? /** @type {Node[]} */ (node.children) : [];
  const named = node.type === 'JSXAttribute' && READ.test(nameOf(node.name)) ? [/** @type {Node} */ (node.value)] : [];
  return [...named, ...shown].map(wordIn).find(Boolean) ?? childrenOf(node).map(untranslated).find(Boolean) ?? null;
}

/**
 * Finds a text of a screen that is written in English instead of being translated.
 * @param {SourceFile} file
 * @returns {Found | null}
 */
export function englishText({ name, text }) {
  if (!SCREEN.test(name)) return null;
  const found = untranslated(/** @type {Node} */ (/** @type {unknown} */ (parseSync(name, text).program)));
  if (!found) return null;
  const at = found.start + text.slice(found.start, found.end).search(/\p{L}/u);
  const words = text.slice(found.start, found.end).trim().replaceAll(/\s+/g, ' ').slice(0, 60);
  return { at, says: `shows ${words}, which is English in every language: write \`t('…')\`.` };
}
