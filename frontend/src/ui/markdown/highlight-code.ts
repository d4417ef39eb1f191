import { createCssVariablesTheme, createHighlighterCore, type LanguageInput } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { lookup } from '#contract/platform/lookup.ts';

/** One grammar per language, loaded when a lesson contains code in that language. */
const GRAMMARS: Readonly<Record<string, () => Promise<unknown>>> = lookup({
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  php: () => import('@shikijs/langs/php'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  swift: () => import('@shikijs/langs/swift'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  yaml: () => import('@shikijs/langs/yaml'),
});
const ALIASES: Readonly<Record<string, string>> = lookup({
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  golang: 'go',
  js: 'javascript',
  jsx: 'tsx',
  kt: 'kotlin',
  mjs: 'javascript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  ts: 'typescript',
  xml: 'html',
  yml: 'yaml',
  zsh: 'bash',
});

// colours are CSS variables of the scheme (`--code-…`), so a change of scheme needs no new highlighting
const theme = createCssVariablesTheme({ name: 'page', variablePrefix: '--code-', fontStyle: false });
let highlighter: ReturnType<typeof createHighlighterCore> | undefined;

export interface CodeToken {
  readonly content: string;
  readonly color?: string | undefined;
}

/** Splits code into coloured tokens, line by line; null for a language without a grammar here. */
export async function highlightCode(code: string, language: string): Promise<CodeToken[][] | null> {
  const name = ALIASES[language.toLowerCase()] ?? language.toLowerCase();
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  if (!grammar) return null;
  highlighter ??= createHighlighterCore({ themes: [theme], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const ready = await highlighter;
  await ready.loadLanguage(grammar as LanguageInput);
  return ready.codeToTokensBase(code, { lang: name, theme: 'page' });
}
