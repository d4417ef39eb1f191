/**
 * One form per thing: everything that appears on many screens has one component, and these rules find a second form of it. The kit's page
 * shows each component.
 * @typedef {import('./file-rules.mjs').SourceFile} SourceFile
 * @typedef {import('./file-rules.mjs').Found} Found
 */

/** Screens: neither the kit of parts, its page, nor tests. */
const SCREEN = /^frontend\/src\/(?!ui\/|pages\/kit\/|theme\/|testing\/).*[.]tsx$/;
const TEST = /[.](test|factory)[.]tsx?$/;

/** Segments switch what is shown or how; controls that narrow a list must be chips. */
const SEGMENTS =
  /\/(connections\/who-answers|charts\/series-panels|plans\/plan-choice|concept-map\/concept-map-view|editor\/lesson-editor|market\/end-question)[.]tsx$/;
/** Pressed chips that narrow no list. */
const PRESSED_CHIPS = /\/(mentor\/mentor-composer|mentor\/message-item)[.]tsx$/;
/** Panels within one screen that show another part of the same item. */
const PANELS = /\/runs\/run-attempts[.]tsx$/;
/** Files that write dates: for the app, for the served pages, and two that ask the browser for a zone and a locale. */
const WRITES_DATES = /^frontend\/src\/lib\/(format|served-dates|own-time-zone|preferences\/locale)[.]ts$/;
const FORMATS_DATE = /\bDateTimeFormat\(|[.]toLocale(?:Date|Time)String\(|new Date\([^()]*\)[.]toLocaleString\(/;
/** Files that calculate with days and times of day that nobody reads. */
const RECKONS_DATES = /^frontend\/src\/lib\/(calendar|format)[.]ts$/;
/** Matches code that splits a date, into the browser's own parts or those of its ISO form. */
const TAKES_APART = new RegExp(
  [
    '[.](?:get(?:UTC)?(?:FullYear|Month|Date|Day|Hours|Minutes)|to(?:UTC|GMT|Date|Time)String)\\(\\)',
    '[.]toISOString\\(\\)[.](?:slice|substring|substr|split|replace|match)\\(',
    "[.]split\\('T'\\)|[.]split\\('-'\\)[.]map\\(Number\\)|\\[[^\\]\\n]*\\b(?:year|month|day)\\b[^\\]\\n]*\\] = [^\\n]*[.]split\\('-'\\)",
    '\\b(?:iso|day|date|month|\\w+At|\\w+_(?:at|on))[?]?[.](?:slice|substring|substr)\\(',
  ].join('|'),
);
/** Holds the words for the states of the engine's work. */
const HOLDS_STATES = /^frontend\/src\/lib\/state-words[.]ts$/;
/** A table whose keys are states already in state-words.ts. */
const STATES = /(?<!\w)(?:queued|cancelled): (?:\(\) => )?t\(/;

/** Facts that are not put on one line: names of options, rows and messages, and the console's narrow cells. */
const TELLS_FACTS =
  /\/(operator|search|chat|classes|organisations)\/|\/(builder\/form-section|audio\/audio-(?:order|extras)|mentor\/session-list|sources\/source-picker|cards\/card-files|practice\/review-end|proposals\/proposal-list|account\/account-view|webhooks\/webhook-log)[.]tsx$/;
/** Facts separated by dots: joined, or side by side in markup. */
const DOTTED = /[.]join\(' · '\)|\{' · '\}|^\s*\{[^\n]*\} · \{[^\n]*\}$/m;

/** Hides the features of a good result until there is one to compare. */
const SHOWS_SOLUTIONS = /\/lesson\/lesson-reading[.]tsx$/;

/** Openings of an empty state's title that other titles phrase differently. */
const OTHER_VOICE = /^(There (?:is|are) no(?! such\b)|None\b|Nothing waits|Nothing (?:was|has)\b|You have no\b)/;

/** @param {string} text @returns {string[]} the titles of a file's empty states, as far as they are written there */
const emptyTitles = (text) =>
  [...text.matchAll(/<EmptyState\b[^]*?title=(?:\{([^]*?)\}\s*(?=[\w>/])|"([^"]*)")/g)].flatMap(([, code, plain]) =>
    plain === undefined ? [...(code ?? '').matchAll(/\bt\('([^']*)'/g)].map(([, words]) => words ?? '') : [plain],
  );

/**
 * Returns a problem at the first match of a pattern, if any.
 * @param {RegExpExecArray | null} found
 * @param {string} says
 * @returns {Found | null}
 */
const at = (found, says) => found && { at: found.index, says };

/** @type {((file: SourceFile) => Found | null)[]} */
const RULES = [
  ({ text }) => at(/\btype="search"/.exec(text), 'has its own search. Use SearchField of ui/fields/search-field.tsx.'),
  ({ name, text }) =>
    at(
      (SEGMENTS.test(name) ? null : /<ToggleButtonGroup\b/.exec(text)) ?? (PANELS.test(name) ? null : /<Tabs\b/.exec(text)),
      'has segments or tabs. Narrow a list with a component of ui/fields/filter-chips.tsx; add a switch between views to form-rules.mjs.',
    ),
  ({ name, text }) =>
    at(
      PRESSED_CHIPS.test(name) ? null : /<Chip\b[^>]*\baria-pressed/.exec(text.replaceAll('=>', '  ')),
      'has its own filter. Use FilterChips, FilterMenu or FilterToggle of ui/fields/filter-chips.tsx.',
    ),
  ({ name, text }) =>
    at(
      TELLS_FACTS.test(name) ? null : DOTTED.exec(text),
      'has its own line of facts, which ends in a dot where it wraps. Use MetaLine of ui/meta-line.tsx.',
    ),
  ({ name, text }) =>
    at(
      SHOWS_SOLUTIONS.test(name) ? null : /(?:[.]|\{ ?(?:[\w]+, )*)solution\b(?!s)/.exec(text),
      'shows the answer of an exercise, possibly uncovered. Use Solution of features/courses/lesson/lesson-reading.tsx.',
    ),
  ({ text }) => {
    const odd = emptyTitles(text).find((title) => title.endsWith('.') || OTHER_VOICE.test(title));
    const says = `has the empty state “${odd}”: in one voice it is “No … yet”, “No … matches” or “Nothing is waiting for you”, without a full stop.`;
    return odd === undefined ? null : { at: text.indexOf(odd), says };
  },
  ({ text }) =>
    at(
      /#frontend\/ui\/frames\/(?:shelf|desk|page|console)-frame[.]tsx'/.test(text)
        ? /component="h1"|<h1\b|<Typography(?![^>]*\bcomponent=)[^>]*\bvariant="h1"/.exec(text)
        : null,
      'has its own heading beside that of its frame. Use FrameHead, by the properties of the frame.',
    ),
];

/** Rules for all code of the interface, not only its screens. @type {((file: SourceFile) => Found | null)[]} */
const WORD_RULES = [
  ({ name, text }) =>
    at(
      WRITES_DATES.test(name) ? null : FORMATS_DATE.exec(text),
      'formats a date in its own way. Use the format of lib/format.ts for this purpose, and ownTimeZone() for the zone.',
    ),
  ({ name, text }) =>
    at(
      RECKONS_DATES.test(name) ? null : TAKES_APART.exec(text),
      'takes a date apart. Format dates for people with lib/format.ts; calculate days, and read date fields, with lib/calendar.ts.',
    ),
  ({ name, text }) =>
    at(
      HOLDS_STATES.test(name) ? null : STATES.exec(text),
      'has its own words for the states of runs, steps or batches. Use lib/state-words.ts.',
    ),
];

/**
 * Finds a second form of a search, a filter, an empty state, a head, a line of facts, a date or a state, and an exercise's answer that may
 * be uncovered.
 * @param {SourceFile} file
 * @returns {Found | null}
 */
export function secondForm(file) {
  if (!file.name.startsWith('frontend/src/') || TEST.test(file.name)) return null;
  for (const rule of [...WORD_RULES, ...(SCREEN.test(file.name) ? RULES : [])]) {
    const problem = rule(file);
    if (problem !== null) return problem;
  }
  return null;
}
