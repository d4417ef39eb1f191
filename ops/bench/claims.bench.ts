import { readFileSync } from 'node:fs';
import { citedSentences } from '#contract/courses/citation-markers.ts';
import { SERVICES, type Service } from '#contract/platform/status.contract.ts';
import { checkLessonVerdict } from '#domain/generation/checks/check-lesson-verdict.ts';
import { citedLessonCheckDocument } from '#domain/generation/prompts/documents.ts';
import { renderPrompt } from '#domain/generation/prompts/render-prompt.ts';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { startSandbox } from '../sandbox/server.ts';
import { onBenchStore } from './bench-store.ts';
import { line } from './figures.ts';

/** A sentence with its cited quote. `ok`: a reader of only the quote must agree; `kind`: how it follows, or fails to. */
interface Claim {
  readonly quote: string;
  readonly sentence: string;
  readonly ok: boolean;
  readonly kind: string;
}
interface Quote {
  readonly quote: string;
  readonly claims: readonly Omit<Claim, 'quote'>[];
}

/** The number of citations in a long lesson. */
const IN_A_LESSON = 10;

/** Orders claims so that no lesson cites one quote twice in a row. */
function readClaims(): Claim[] {
  const quotes = JSON.parse(readFileSync(new URL('./claims/claims.json', import.meta.url), 'utf8')) as Quote[];
  const most = Math.max(...quotes.map(({ claims }) => claims.length));
  return Array.from({ length: most }, (_, n) => quotes.flatMap(({ quote, claims }) => (claims[n] ? [{ quote, ...claims[n] }] : []))).flat();
}

/**
 * Returns a service's verdicts on the citations of one lesson, with the prompt, schema and rules of lesson checks; null without a verdict.
 */
async function judge(service: Service, claims: readonly Claim[]): Promise<(boolean | null)[]> {
  const content = claims.map(({ sentence }, at) => `${sentence} [^${at + 1}]`).join('\n\n');
  const sentences = citedSentences(content);
  const citations = claims.map(({ quote }, at) => ({ marker: at + 1, sentence: sentences.get(at + 1), quote }));
  const { instructions, prompt } = renderPrompt('review-lesson', {
    brief: { topic: 'Sentences and what bears them out', language: 'english' },
    lesson: { title: 'Sentences', objectives: [] },
    lesson_text: { content },
    practice_text: { quiz: [], exercises: [] },
    workshop: null,
    citations,
    instruction: '',
    problems: [],
  });
  const { value } = await askModel({
    service,
    purpose: 'review',
    instructions,
    prompt,
    schema: citedLessonCheckDocument,
    maxOutputTokens: 3_000,
    lane: 'interactive',
    accountId: null,
    runId: null,
    stepId: null,
    signal: AbortSignal.timeout(config().vendor.callTimeoutMs),
  });
  const problems = checkLessonVerdict(
    value,
    [],
    citations.map(({ marker }) => marker),
  );
  for (const { text } of problems) line(`  ${service}`, text);
  return claims.map((_, at) => value.citation_verdicts.find(({ marker }) => marker === at + 1)?.ok ?? null);
}

function report(service: Service, claims: readonly Claim[], verdicts: readonly (boolean | null)[]): void {
  const right = (of: readonly Claim[]) => of.filter((claim) => verdicts[claims.indexOf(claim)] === claim.ok).length;
  const share = (of: readonly Claim[]) => `${right(of)} of ${of.length}`;
  line(`${service}: judged as labelled (target ≥ 90 %)`, `${((100 * right(claims)) / claims.length).toFixed(0)} % (${share(claims)})`);
  for (const [kind, of] of Map.groupBy(claims, (claim) => `${claim.ok ? 'supported' : 'not supported'}: ${claim.kind}`))
    line(`  ${kind}`, share(of));
  const passed = claims.filter((claim, at) => !claim.ok && verdicts[at] === true).length;
  line('  shown as from the sources though it is not', String(passed));
}

/**
 * Has every configured service judge 100 labelled citations as it judges those of lessons. With `AI_MODE=live` and keys these are the
 * vendors; otherwise the sandbox, which only compares words: its figure shows that the path works, not how well a service judges.
 */
export const bench = (): Promise<void> =>
  onBenchStore(5, async ({ url }) => {
    const sandbox = process.env['AI_MODE'] === 'live' ? null : await startSandbox({ port: 0 });
    try {
      const own = { DATABASE_URL: url, DATA_DIR: config().dataDir, LOG_LEVEL: 'silent' };
      setConfig(readConfig({ ...process.env, ...own, ...(sandbox && { SANDBOX_PORT: String(sandbox.port) }) }));
      const claims = readClaims();
      line('labelled citations', `${claims.length}, ${claims.filter(({ ok }) => ok).length} of them supported`);
      line('judged by', sandbox ? 'the sandbox: words are compared, nothing is understood' : 'the vendors');
      for (const service of SERVICES.filter((each) => config().vendors[each].apiKey !== '')) {
        const verdicts: (boolean | null)[] = [];
        for (let at = 0; at < claims.length; at += IN_A_LESSON)
          verdicts.push(...(await judge(service, claims.slice(at, at + IN_A_LESSON))));
        report(service, claims, verdicts);
      }
    } finally {
      await sandbox?.close();
    }
  });
