import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  actOnBatch,
  BATCH_ACTS,
  MOST_COST_DRIFT,
  planBatch,
  type BatchAct,
  type BatchLimits,
  type BatchPlan,
} from '#contract/operator/batches.contract.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { ScriptError } from './run-script.ts';

export const BATCH_USAGE = `npm run batch -- <plan|estimate> --name <name> --what <refresh_all|refresh_matching|fix|missing_practice|media|translation> --budget <cents>
    [--instruction <text>] [--into <language>] [--lessons <all|unreviewed|old_model|without_practice>] [--csv <file>] [--owner <id or address>] [--topic <words>] [--title <words>]
    [--language <name>] [--quality <high|standard|partial>] [--older-than <ISO time>] [--include-edited] [--at-once <n>] [--canary <n>] [--hours <from>-<until>] [--by-vendor-batch]
    [--most-failures <0-1>] [--most-cost-drift <1-${MOST_COST_DRIFT}>] [--most-unclean <0-1>]
npm run batch -- watch <id>
npm run batch -- <${BATCH_ACTS.join('|')}> <id> [--only-clean] [--least-similarity <0-1>] [--overwrite] [--budget <cents>]
npm run batch -- set_limits <id> [--most-failures <0-1>] [--most-cost-drift <1-${MOST_COST_DRIFT}>] [--most-unclean <0-1>]`;

type BatchOrder =
  | { readonly verb: 'plan'; readonly plan: BatchPlan }
  | { readonly verb: 'estimate'; readonly plan: BatchPlan }
  | { readonly verb: 'watch'; readonly batchId: string }
  | {
      readonly verb: BatchAct;
      readonly batchId: string;
      readonly only_clean?: boolean;
      readonly least_similarity?: number;
      readonly overwrite?: boolean;
      readonly budget_cents?: number;
      readonly limits?: Partial<BatchLimits>;
    };

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const OPTIONS = {
  name: text,
  what: text,
  budget: text,
  instruction: text,
  lessons: text,
  into: text,
  csv: text,
  owner: text,
  topic: text,
  title: text,
  language: text,
  quality: text,
  'older-than': text,
  'include-edited': yes,
  'at-once': text,
  canary: text,
  hours: text,
  'by-vendor-batch': yes,
  'most-failures': text,
  'most-cost-drift': text,
  'most-unclean': text,
  'only-clean': yes,
  'least-similarity': text,
  overwrite: yes,
} as const;

/** Parses the command line. @throws ScriptError with the usage when it is invalid */
export function readBatchOptions(args: readonly string[]): BatchOrder {
  const { values, positionals } = parse(args);
  const [verb, id = ''] = positionals;
  if (verb === 'plan' || verb === 'estimate') return { verb, plan: readPlan(values) } as const;
  const act = verb === 'watch' ? verb : BATCH_ACTS.find((one) => one === verb);
  if (!act || !isUuid(id)) throw new ScriptError(BATCH_USAGE);
  if (act === 'watch') return { verb: act, batchId: id };
  return {
    verb: act,
    batchId: id,
    ...(values['only-clean'] && { only_clean: true }),
    ...(values.overwrite && { overwrite: true }),
    ...(values['least-similarity'] !== undefined && { least_similarity: numberIn(values['least-similarity']) }),
    ...(values.budget !== undefined && { budget_cents: numberIn(values.budget) }),
    ...(act === 'set_limits' && { limits: limitsIn(values) }),
  };
}

/** @throws ScriptError with the allowed range if a limit is outside it */
function limitsIn(values: Values): Partial<BatchLimits> {
  const limits = givenLimits(values);
  const parsed = actOnBatch.body.safeParse({ act: 'set_limits', limits });
  if (!parsed.success) throw problemsOf(parsed.error);
  return limits;
}

const problemsOf = (error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] }) =>
  new ScriptError(`${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')}\n${BATCH_USAGE}`);

const givenLimits = (values: Values): Partial<BatchLimits> => ({
  ...(values['most-failures'] !== undefined && { most_failures: numberIn(values['most-failures']) }),
  ...(values['most-cost-drift'] !== undefined && { most_cost_drift: numberIn(values['most-cost-drift']) }),
  ...(values['most-unclean'] !== undefined && { most_unclean: numberIn(values['most-unclean']) }),
});

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ScriptError(`${(error as Error).message}\n${BATCH_USAGE}`);
  }
}

type Values = ReturnType<typeof parse>['values'];

function readPlan(values: Values): BatchPlan {
  const [from, until] = values.hours?.split('-') ?? [];
  const parsed = planBatch.body.safeParse({
    name: values.name,
    what: values.what,
    instruction: values.instruction ?? '',
    ...(values.into !== undefined && { into_language: values.into }),
    budget_cents: values.budget === undefined ? undefined : numberIn(values.budget),
    ...(values['at-once'] !== undefined && { at_once: numberIn(values['at-once']) }),
    ...(values['by-vendor-batch'] && { by_vendor_batch: true }),
    ...(values.canary !== undefined && { canary: numberIn(values.canary) }),
    ...givenLimits(values),
    ...(from !== undefined && until !== undefined && { from_hour: numberIn(from), until_hour: numberIn(until) }),
    selection: {
      ...(values.csv !== undefined && { csv: readFileSync(values.csv, 'utf8') }),
      ...(values.owner !== undefined && (isUuid(values.owner) ? { owner_id: values.owner } : { owner_email: values.owner })),
      ...(values.topic !== undefined && { topic: values.topic }),
      ...(values.title !== undefined && { title: values.title }),
      ...(values.language !== undefined && { language: values.language }),
      ...(values.quality !== undefined && { quality_level: values.quality }),
      ...(values['older-than'] !== undefined && { older_than: new Date(values['older-than']).toISOString() }),
      ...(values.lessons !== undefined && { lessons: values.lessons }),
      ...(values['include-edited'] && { include_edited: true }),
    },
  });
  if (parsed.success) return parsed.data;
  throw problemsOf(parsed.error);
}

function numberIn(word: string): number {
  const number = Number(word);
  if (word.trim() === '' || !Number.isFinite(number)) throw new ScriptError(`${word} is not a number.\n${BATCH_USAGE}`);
  return number;
}
