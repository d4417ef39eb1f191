import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { judgeScores } from '#domain/moderation/judge-scores.ts';
import { FIRST_TEXTS } from '#domain/moderation/second-judge.ts';
import { config, readConfig, setConfig } from '#domain/platform/config.ts';
import { judgeText } from '#domain/platform/safety/judge-text.ts';
import { ABUSIVE, HARMLESS } from '#domain/platform/safety/texts/public-texts.factory.ts';
import { scoreText, type Scores } from '#domain/vendors/moderation/moderation.client.ts';
import { startSandbox } from '../sandbox/server.ts';
import { onBenchStore } from './bench-store.ts';
import { line } from './figures.ts';

/** A group of texts; `kind` is a person's judgement of them. */
interface Group {
  readonly kind: string;
  readonly texts: readonly string[];
}
interface Texts {
  readonly abusive: readonly Group[];
  readonly harmless: readonly Group[];
}
const textsOf = (file: string | URL) => JSON.parse(readFileSync(file, 'utf8')) as Texts;
const UNSEEN = textsOf(new URL('./moderation/unseen.json', import.meta.url));
const AT_ONCE = 4;
const MOST_TRIES = 6;

/**
 * Judges the texts for which the rules were written, and similar texts that no rule quotes, as first texts of a new author: with the rules,
 * and with both judges; also your own texts, in a file in the form of `unseen.json` at `MODERATION_TEXTS`. With `AI_MODE=live` and
 * `OPENAI_API_KEY` the second judge is OpenAI's endpoint; otherwise the sandbox's, which knows only a few words: its figures show that the
 * path works, not how well it judges.
 */
export const bench = (): Promise<void> =>
  onBenchStore(5, async ({ url }) => {
    const sandbox = process.env['AI_MODE'] === 'live' ? null : await startSandbox({ port: 0 });
    try {
      const settings = { DATABASE_URL: url, DATA_DIR: config().dataDir, LOG_LEVEL: 'silent' };
      setConfig(readConfig({ ...process.env, ...settings, ...(sandbox && { SANDBOX_PORT: String(sandbox.port) }) }));
      if (config().vendors.openai.apiKey === '') return line('second judge', 'not configured: set OPENAI_API_KEY');
      line('second judge', sandbox ? 'the sandbox: it knows a handful of words' : config().moderation.model);
      await report('texts the rules were written with', [{ kind: 'abusive', texts: ABUSIVE }], [{ kind: 'harmless', texts: HARMLESS }]);
      await report('texts that no rule quotes', UNSEEN.abusive, UNSEEN.harmless);
      const file = process.env['MODERATION_TEXTS'];
      if (!file) return;
      const own = textsOf(file);
      await report(file, own.abusive, own.harmless);
    } finally {
      await sandbox?.close();
    }
  });

async function report(name: string, abusive: readonly Group[], harmless: readonly Group[]): Promise<void> {
  line(name, '');
  for (const [says, groups] of [
    ['abusive, held (target ≥ 95 %)', abusive] as const,
    ['harmless, held (target ≤ 5 %)', harmless] as const,
  ]) {
    const judged: { kind: string; held: Judged[] }[] = [];
    for (const { kind, texts } of groups) judged.push({ kind, held: await judgeAll(texts) });
    const all = judged.flatMap(({ held }) => held);
    line(`  ${says}: by the rules`, share(all.map(({ byRules }) => byRules)));
    line(`  ${says}: by both judges`, share(all.map(({ byBoth }) => byBoth)));
    if (judged.length > 1) for (const { kind, held } of judged) line(`    ${kind}`, share(held.map(({ byBoth }) => byBoth)));
    const wrong = all.filter(({ byBoth }) => byBoth !== (groups === abusive));
    for (const { text, reason } of wrong.slice(0, 20)) line('    judged otherwise', `${text} — ${reason}`);
  }
}

const share = (held: readonly boolean[]) => {
  const count = held.filter(Boolean).length;
  return `${((100 * count) / held.length).toFixed(1)} % (${count} of ${held.length})`;
};

interface Judged {
  readonly text: string;
  readonly byRules: boolean;
  readonly byBoth: boolean;
  readonly reason: string;
}

async function judgeAll(texts: readonly string[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let from = 0; from < texts.length; from += AT_ONCE)
    judged.push(...(await Promise.all(texts.slice(from, from + AT_ONCE).map(judgeBoth))));
  return judged;
}

async function judgeBoth(text: string): Promise<Judged> {
  const { verdict, reasons } = judgeText(text, 'new');
  const { judgement, reason } = judgeScores(await score(text), [...reasons, FIRST_TEXTS]);
  return { text, byRules: verdict !== 'clear', byBoth: judgement === 'unsure' || judgement === 'abusive', reason };
}

/** Scores a text, waiting while the service is busy: a key has limits of its own. */
async function score(text: string): Promise<Scores> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await scoreText({ text, runId: null, stepId: null, signal: AbortSignal.timeout(30_000) });
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await sleep(tries * 2_000);
    }
  }
}
