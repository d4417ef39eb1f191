import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AI_SERVICES } from '../../contract/platform/ai-service-rows.ts';
import { secondForm } from './form-rules.mjs';
import { judgeCode, judgePage, pageNames, readRepository } from './page-rules.mjs';
import { englishText } from './untranslated.mjs';

/** A longer file often does two things. */
const MOST_LINES = 300;
/** Data files: texts. */
const HOLDS_DATA = /[/]texts[/]/;
/** A folder with more production files is hard to read as a list. */
const MOST_FILES = 25;
/** This many files whose names begin with the same word could have their own folder. */
const FAMILY = 4;

const ROOMS = ['contract', 'queues', 'domain', 'api', 'workers', 'frontend', 'migrations', 'ops', 'e2e'];
const SKIPPED = new Set(['node_modules', 'dist']);
const CODE = /[.](ts|tsx|mjs|cjs)$/;
const TEST = /[.]test[.]tsx?$/;

/** The folder that each file suffix belongs to. */
const SUFFIX_ROOMS = {
  contract: /^contract\//,
  jobs: /^queues\/|\/testing\//,
  kind: /^domain\/|\/testing\//,
  model: /^domain\//,
  ports: /^domain\//,
  task: /^domain\//,
  queries: /^domain\//,
  command: /^domain\//,
  commands: /^domain\//,
  client: /^domain\/vendors\//,
  routes: /^api\//,
  processors: /^workers\/|\/testing\//,
};

/** Files that can read the environment: the configuration, and the programs that start or build the product. */
const READS_ENVIRONMENT = /^(domain\/platform\/config[.]ts|ops\/.*|e2e\/.*|frontend\/vite[.]config[.]ts|.*\/testing\/.*)$/;
/** Files that can contain a price: the catalogue; and the list of the terms text and the investors' claims, which charge no one (G01). */
const HOLDS_PRICES = /^(contract\/billing\/catalogue|contract\/investors\/claims|frontend\/src\/features\/legal\/list-prices)[.]ts$/;

const SERVICES = Object.entries(AI_SERVICES);
const oneOf = (/** @type {string[]} */ words) => `(?:${[...new Set(words)].join('|')})`;
const SERVICE = oneOf(SERVICES.map(([name]) => name));
const SERVICE_VARIABLES = oneOf(
  SERVICES.flatMap(
    ([
      ,
      {
        environment: { own, vendor },
      },
    ]) => [own, vendor],
  ),
);
/** Matches a service by its name as a text, a key or a member, or by its label or its variables. */
const NAMES_SERVICE = new RegExp(
  [
    `(['"\`])(?:${SERVICE}|${oneOf(SERVICES.map(([, { label }]) => label))})\\1`,
    `(?<![\\w'"\`/-])${SERVICE}\\??:(?!//)`,
    `(?<=[\\w)\\]]!?[.])${SERVICE}\\b(?![.](?:com|ai|google)|-)`,
    `\\b${SERVICE_VARIABLES}_(?:API_KEY|BASE_URL|MODEL|PROVIDER|CONTEXT_TOKENS|PRICE)\\b`,
  ].join('|'),
);
/**
 * Files that can name a service: the table, the status in which the specification names four (GEN-03), the wires' clients, whose SDKs and
 * protocols have these names, and their stand-ins; code used only by tests and measurements; and migrations, which are history.
 */
const MAY_NAME_SERVICES =
  /^(contract\/platform\/ai-service-rows[.]ts|contract\/generation\/course-status[.]contract[.]ts|domain\/vendors\/llm\/(call-model[.]ts|profile\/.*)|ops\/(sandbox|models|bench|chaos)\/.*|e2e\/.*|migrations\/.*|.*\/(testing|kit)\/.*|.*[.]factory[.]tsx?)$/;

/** The fetcher, the script of a package that runs in a learning platform's page, and code that only tests use. */
const MAKES_CONNECTIONS = /^domain\/(?:platform\/network\/outgoing|exports\/formats\/cmi5)[.]ts$|[.](?:test|factory)[.]ts$|\/testing\//;

/** The one place that starts programs, so that each has a turn, limits and an end; and code that only tests use. */
const STARTS_PROGRAMS = /^domain\/platform\/restricted\/child-process[.]ts$|[.](?:test|factory)[.]ts$|\/testing\//;
/** Node's ways to start a program: whatever names the module in an import, an export or a call, except for types; and Node's bindings. */
const STARTS =
  /^(?:import|export) (?!type\b)[^;]*?from ['"](?:node:)?(?:child_process|cluster)['"]|\(\s*['"`](?:node:)?(?:child_process|cluster)['"`]|\bprocess\.binding\(/m;

/**
 * @typedef {object} SourceFile
 * @property {string} name path below the root, with '/'
 * @property {string} text
 */

/** The only form that must not show the server's reason: by the specification it shows a fixed alert (CRE-25). */
const WITHOUT_REASON = 'frontend/src/features/studio/courses/create-course.tsx';
/** Calls with which a handler shows that something failed. */
const SHOWS = /\btoast\(|\bset\w*(?:Problem|Message)\(|\bshowMessage\(|\breturn t\(/;
/** These fail in the browser, without a message from the server. */
const IN_BROWSER = /\bnavigator[.]|Storage\b|\bJSON[.]parse\(/;

/**
 * What a rule finds in a file.
 * @typedef {object} Found
 * @property {number | null} at where in its text; null: it is about the file as a whole
 * @property {string} says what is wrong, and what to do instead
 */

/** Comments, which are exempt from some rules. */
const COMMENTS = /^[^\S\n]*(?:\/\/|\/?\*).*$|\/\*\*.*\*\//gm;
/** @param {string} text @returns {string} the text with blanks for comments, so that positions stay the same */
const codeOf = (text) => text.replaceAll(COMMENTS, (comment) => ' '.repeat(comment.length));

/**
 * Finds a failure that is shown although the handler did not look at the error.
 * @param {string} text
 * @returns {{ at: number, line: string } | null}
 */
function droppedReason(text) {
  const caught = [...text.matchAll(/\btry \{([^]*?)\n\s*\} catch \{([^]*?)\n\s*\}/g)].find(
    ([, tried = '', handled = '']) => SHOWS.test(handled) && !IN_BROWSER.test(tried),
  );
  const rejected = /(?:\bonError: |(?:\bcall|\bfetch\w*|\bchoose\w+)\([^;]*?[.]catch\()\(\) =>\s*(?:\{[^}]*)?\btoast\([^]{0,20}/.exec(text);
  const stated = /^.*\berror\b.*\{ kind: 'error', text: t\(.*$/m.exec(text);
  const found = caught ?? rejected ?? stated;
  if (!found) return null;
  const shown = found[2] ?? found[0];
  return { at: found.index + found[0].lastIndexOf(shown.trim()), line: shown.trim().split('\n')[0] ?? '' };
}

/** The timeout of a test, before or after its function; `vi.waitFor`, `vi.waitUntil` and `expect.poll` adapt by themselves. */
const FIRM_TIMEOUT = /\{ (?:tags: 'slow', )?timeout: [\d_]+ \},?\s*(?:async )?\(|^\s*\}, [\d_]{4,}\);$/m;
/** The timeout of a search on a screen. */
const FIRM_SEARCH = /\btimeout: [\d_]+ \}\)/;

/** A pause of a fixed length: a promise of `setTimeout`, whatever its name, that of `node:timers/promises`, or Playwright's. */
const SLEEPS =
  /\bnew Promise(?:<\w+>)?\(\(?(\w+)\)? => (?:void )?setTimeout\(\1\b|\bawait (?:sleep|setTimeout|scheduler[.]wait|\w+[.]waitForTimeout)\(/;
/** Tests in which time itself is the subject, each with the reason. @type {[RegExp, string][]} */
const MAY_SLEEP = [
  [/^e2e\/chaos\//, 'storms last for a time, and space out what they do'],
  [/^domain\/vendors\/llm\/compatible\/server-queue[.]test[.]ts$/, 'a server whose answers take time'],
  [/^workers\/operator\/connection-test[.]test[.]ts$/, 'the same'],
  [/^workers\/platform\/timers[.]test[.]ts$/, 'a run that outlasts its timer'],
  [/^workers\/generation\/outage[.]factory[.]ts$/, 'an outage has a length'],
  [/^ops\/testing\/clips[.]test[.]ts$/, 'jobs are due after their delay'],
];

/** Folders in which courses are written: another service checks their texts there, and nothing is repeated. */
const WRITES_COURSES = /^(?:domain|api|workers|ops[/]sandbox|frontend[/]src[/]features)[/](?:generation|courses|simulations|answers)[/]/;
const NAMED_REVIEW = /\b(?:function\*?|const|class|interface|type) (\w*(?:(?<![pP])review|Review|(?<!P)REVIEW)\w*)/;

/** Answers the product's API with a body that nothing compares with the contract. */
const RAW_MOCKS = {
  e2e: /[.]route\(\s*[^,]*\bapi\b|[.]fulfill\((?!\{ contentType: 'text[/])/,
  frontend: /\bstubGlobal\(\s*'fetch'|\bspyOn\([^,]*, 'fetch'|\b(?:window|globalThis)[.]fetch = /,
};
/** The two places that do compare; and the test of what reads raw answers, among them broken ones. */
const MAY_MOCK = /^(e2e\/support\/mocks[.]ts|frontend\/src\/testing\/show-screen[.]tsx|frontend\/src\/lib\/api-client[.]test[.]ts)$/;

/** Each rule checks one file and returns its first problem, if any. @type {((file: SourceFile) => Found | null)[]} */
const RULES = [
  function oneWord({ name, text }) {
    if (!WRITES_COURSES.test(name)) return null;
    const named = NAMED_REVIEW.exec(text);
    const found = /(?<!p)review[^/]*/.exec(name)?.[0] ?? named?.[1];
    if (!found) return null;
    const says = `names ${found} a review, which means spaced repetition. When a second service reads a text, that is a check.`;
    return { at: named?.[1] === found ? named.index : null, says };
  },
  function suffix({ name }) {
    const found = /[.](\w+)(?:[.]test)?[.]tsx?$/.exec(path.posix.basename(name))?.[1];
    const room = SUFFIX_ROOMS[/** @type {keyof typeof SUFFIX_ROOMS} */ (found)];
    return room && !room.test(name) && !TEST.test(name)
      ? { at: null, says: `.${found} files belong to ${room.source.slice(1).replaceAll('\\', '')}.` }
      : null;
  },
  function commandName({ name, text }) {
    const words = /^domain[/].*?([^/]+)[.]command[.]ts$/.exec(name)?.[1];
    if (!words) return null;
    const verbNoun = words.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
    // an implementation of a port is a constant
    const constant = words.replaceAll('-', '_').toUpperCase();
    return new RegExp(`^export (?:async )?(?:function\\*? |const )(?:${verbNoun}|${constant})\\b`, 'm').test(text)
      ? null
      : { at: null, says: `does not export ${verbNoun}; a command is named like its file.` };
  },
  function environment({ name, text }) {
    if (READS_ENVIRONMENT.test(name) || TEST.test(name)) return null;
    const found = /\bprocess\s*[.]\s*env\b|\benv\b[^;\n]*from 'node:process'/.exec(text);
    return found && { at: found.index, says: 'reads process.env, which only domain/platform/config.ts may do. Use config().' };
  },
  function withoutEngine({ name, text }) {
    // the helper itself, and tests, whose database connects the engine
    if (!name.startsWith('ops/') || TEST.test(name) || name === 'ops/scripts/with-engine.ts') return null;
    const found = /(?<![.\w])connectDatabase\(|await import\('#domain\/[^']*[.]commands?[.]ts'\)/.exec(codeOf(text));
    if (!found) return null;
    const instead = found[0].startsWith('await') ? 'withEngine(import(…))' : 'connectWithEngine()';
    const says = `reaches commands whose ports nobody has connected, and would fail at the first. Take ${instead} of ops/scripts/with-engine.ts.`;
    return { at: found.index, says };
  },
  function purposes({ name, text }) {
    if (!/^(?:queues|domain|api|workers)[/]/.test(name) || MAKES_CONNECTIONS.test(name)) return null;
    const found = /(?<![.\w'"])fetch\(/.exec(codeOf(text));
    return (
      found && {
        at: found.index,
        says: 'calls fetch without a purpose (decision 0028). Use fetchFor() of domain/platform/network/outgoing.ts.',
      }
    );
  },
  function programs({ name, text }) {
    if (!/^(?:queues|domain|api|workers)[/]/.test(name) || STARTS_PROGRAMS.test(name)) return null;
    const found = STARTS.exec(codeOf(text));
    const says =
      'starts a program for which nobody pays and which may outlive us. Use restricted() of domain/platform/restricted/restricted-process.ts, inMediaTurn() of domain/platform/media/run-ffmpeg.ts, or startChild() of restricted/child-process.ts in openChildTurns().';
    return found && { at: found.index, says };
  },
  function timedTest({ name, text }) {
    const found = TEST.test(name) ? /\bprocess[.](?:cpuUsage|threadCpuUsage)\(/.exec(text) : null;
    return (
      found && { at: found.index, says: 'reads processor time once, which another program can double. Use ops/testing/processor-time.ts.' }
    );
  },
  function firmTimeout({ name, text }) {
    if (!TEST.test(name) || name.startsWith('e2e/')) return null;
    const found = name.startsWith('frontend/') ? FIRM_SEARCH.exec(text) : FIRM_TIMEOUT.exec(text);
    if (!found) return null;
    const says = `has a timeout that does not grow on a slow machine (${found[0].trim()}). Use the default, or patience() of ops/testing/slowness.ts.`;
    return { at: found.index, says };
  },
  function prices({ name, text }) {
    if (HOLDS_PRICES.test(name) || TEST.test(name) || name.startsWith('e2e/')) return null;
    // an example in a comment is not a price
    const found = /[$€£]\d[\d,]*[.]\d\d\b|[$€£]\d{2,}(?![\d{])/.exec(codeOf(text));
    return found && { at: found.index, says: `states the price ${found[0]}; prices belong in the catalogue only (G01).` };
  },
  function services({ name, text }) {
    if (TEST.test(name) || MAY_NAME_SERVICES.test(name)) return null;
    const found = NAMES_SERVICE.exec(codeOf(text));
    if (!found) return null;
    const says = `names the AI service ${found[0]}; another service would be forgotten here. Read it from its row (contract/platform/ai-services.ts).`;
    return { at: found.index, says };
  },
  function reasons({ name, text }) {
    if (!name.startsWith('frontend/src/') || name === WITHOUT_REASON || /[.](test|factory)[.]tsx?$/.test(name) || name.includes('/kit/'))
      return null;
    const found = droppedReason(text);
    if (!found) return null;
    const says = `shows a failure without its reason: ${found.line}. Show errorText() or failureText() of the error.`;
    return { at: found.at, says };
  },
  function lookups({ name, text }) {
    if (!/^(?:contract|queues|domain|api|workers|frontend[/]src)[/]/.test(name) || /[.](test|factory)[.]|[/](testing|kit)[/]/.test(name))
      return null;
    const table = /^(?:export )?const (\w+): (?:Readonly<|Partial<)*Record<string\b.*= \{/m.exec(text);
    if (!table) return null;
    return {
      at: table.index,
      says: `${table[1]} also has 'constructor' and 'toString' as keys, which a request may contain. Create it with lookup().`,
    };
  },
  function wholeJourneys({ name, text }) {
    // the linter recognises only Vitest's tests
    if (!TEST.test(name) || !name.startsWith('e2e/')) return null;
    const found = /\btest(?:[.]\w+)*[.](?:only|skip|fixme)\b/.exec(text);
    return found && { at: found.index, says: `has ${found[0]}; every test must always run.` };
  },
  function sleeps({ name, text }) {
    if (!(TEST.test(name) || /[.]factory[.]tsx?$/.test(name) || name.startsWith('e2e/')) || MAY_SLEEP.some(([file]) => file.test(name)))
      return null;
    const found = SLEEPS.exec(codeOf(text));
    return found && { at: found.index, says: 'sleeps; wait for a condition (`expect.poll`, `vi.waitFor`).' };
  },
  function closedDialogs({ name, text }) {
    if (!TEST.test(name) || !name.startsWith('frontend/src/')) return null;
    const found = /waitFor\(\(\) => expect\(screen[.]query(?:All)?ByRole\('(?:alert)?dialog'/.exec(text);
    const says =
      'waits for a dialog to be hidden, but the page behind it is not accessible yet. Wait with dialogClosed() of testing/dialog-closed.ts.';
    return found && { at: found.index, says };
  },
  function knownTopics({ name, text }) {
    // course-cost connects services, whose courses have any subject
    if (!/^ops[/](?:bench|chaos)[/]/.test(name) || TEST.test(name) || /\bconnectServices\(/.test(text)) return null;
    const found = /\b(?:client|learner)[.]start\(|'POST', '[/]api[/]generate-course'/.exec(codeOf(text));
    if (!found || /\bknownTopic\(/.test(text)) return null;
    return {
      at: found.index,
      says: 'starts a course on a topic that the demo may not have, and then writes one lesson. Take knownTopic() of ops/testing/known-topic.ts.',
    };
  },
  function mockedAnswers({ name, text }) {
    const room = /^(?:e2e|frontend(?=[/]src[/]))/.exec(name)?.[0];
    if (!room || MAY_MOCK.test(name)) return null;
    const found = RAW_MOCKS[/** @type {keyof typeof RAW_MOCKS} */ (room)].exec(codeOf(text));
    const way = room === 'e2e' ? 'a mock of e2e/support/mocks.ts' : 'stubServer() of testing/show-screen.tsx';
    return found && { at: found.index, says: `answers a call with a body that nothing compares with the contract. Take ${way}.` };
  },
  secondForm,
  englishText,
];

/**
 * Checks one file.
 * @param {SourceFile} file
 * @returns {string[]} its problems as `file:line: what is wrong`, the line where there is one
 */
export const judgeFile = (file) =>
  placed(
    file,
    RULES.flatMap((rule) => rule(file) ?? []),
  );

/**
 * @param {SourceFile} file
 * @param {Found[]} found
 * @returns {string[]} what was found, in the order of the file, with its line
 */
function placed({ name, text }, found) {
  const place = (/** @type {number | null} */ at) => (at === null ? '' : `:${text.slice(0, at).split('\n').length}`);
  return found.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)).map(({ at, says }) => `${name}${place(at)}: ${says}`);
}

/**
 * Returns what is larger than most, as advice: where a design needs it, it stays. For a folder it names the sub-folder that its
 * files' names suggest, if any. Migrations are exempt, because they are a history that only grows, and so are tests and data.
 * @param {SourceFile[]} files
 * @returns {string[]}
 */
export function adviseOnSizes(files) {
  const own = files.filter(({ name }) => !/[.](test|factory)[.]tsx?$/.test(name) && !name.startsWith('migrations/'));
  const folders = Map.groupBy(own, ({ name }) => path.posix.dirname(name));
  const largestFamily = (/** @type {SourceFile[]} */ members) =>
    [...Map.groupBy(members, ({ name }) => path.posix.basename(name).split(/[-.]/)[0])].toSorted(([, a], [, b]) => b.length - a.length)[0];
  const lines = (/** @type {SourceFile} */ { text }) => text.split('\n').length - 1;
  return [
    ...own
      .filter((file) => lines(file) > MOST_LINES && !HOLDS_DATA.test(file.name))
      .map((file) => `${file.name}: ${lines(file)} lines. Is it one thing?`),
    ...[...folders]
      .filter(([, members]) => members.length > MOST_FILES)
      .map(([folder, members]) => {
        const [word, { length }] = largestFamily(members) ?? ['', []];
        const example = length < FAMILY ? 'named after their contents' : `such as ${word}/, for the ${length} names that begin with it,`;
        return `${folder}: ${members.length} production files. Would sub-folders ${example} help?`;
      }),
  ];
}

/**
 * Returns all code files below `root`.
 * @param {string} root
 * @returns {string[]}
 */
export function codeFiles(root) {
  /** @param {string} folder @returns {string[]} */
  const walk = (folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(name);
      return CODE.test(entry.name) ? [name] : [];
    });
  const present = readdirSync(root);
  return ROOMS.filter((room) => present.includes(room)).flatMap(walk);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '../..');
  const read = (/** @type {string} */ name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') });
  const files = codeFiles(root).map(read);
  const advice = adviseOnSizes(files);
  const repository = readRepository(root);
  const problems = [
    ...files.flatMap((file) => [...judgeFile(file), ...placed(file, judgeCode(file, repository))]),
    ...pageNames(root)
      .map(read)
      .flatMap((page) => placed(page, judgePage(page, repository))),
  ];
  if (process.argv.includes('--verbose')) for (const line of advice) console.log(`advice: ${line}`);
  else console.log(`advice on ${advice.length} large files and folders: npm run check -- files --verbose`);
  for (const line of problems) console.log(line);
  console.log(`${files.length} files, ${problems.length} problems`);
  process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;
}
