import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { EVALUATION_LIMITS, type Brief, type Cast, type EvaluationPlan, type Part } from '#contract/operator/evaluation-plan.contract.ts';
import { estimateEvaluation } from '#contract/operator/evaluations.contract.ts';
import { familyOf } from '#contract/platform/authorship.ts';
import { USUAL_BRIEFS } from '#contract/operator/usual-briefs.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { ScriptError } from './run-script.ts';

export const EVALUATE_USAGE = `npm run evaluate -- --models <a,b[,c,d]> [--judges <x[,y]>] [--briefs <5-50>] [--in-a-row <1-3>] [--language <name>] [--name <name>] [--estimate]
npm run evaluate -- --casts <file.json> [the same options]
npm run evaluate -- --seeded [<lessons>] [--judges <x[,y]>] [--yes]   (without --yes: prints the price and stops)
npm run evaluate -- --add <id> --briefs <1-45> [--yes]   (continues a completed comparison; without --yes: prints the price and stops)
npm run evaluate -- --watch <id>
A model is named by its service (claude), by its service and one of its models (openai/gpt-6.1-terra), or by the model a service is connected with.
A file of casts is a list of {"name", "roles": {"outline", "lesson", "practice", "review"}}, each role a model.`;

/** Number of lessons of the seeded comparison, half of them damaged. */
export const SEEDED_LESSONS = 200;

export type EvaluateOrder =
  | { readonly verb: 'compare'; readonly plan: EvaluationPlan; readonly isOnlyEstimate: boolean }
  | { readonly verb: 'seeded'; readonly lessons: number; readonly judges: readonly Part[]; readonly isAgreed: boolean }
  | { readonly verb: 'add'; readonly evaluationId: string; readonly briefs: number; readonly isAgreed: boolean }
  | { readonly verb: 'watch'; readonly evaluationId: string };

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;
const OPTIONS = {
  models: text,
  casts: text,
  judges: text,
  briefs: text,
  'in-a-row': text,
  language: text,
  name: text,
  estimate: yes,
  seeded: yes,
  yes,
  watch: text,
  add: text,
} as const;

/**
 * Parses the command line.
 * @param services those that can be called, with their connected models
 * @throws ScriptError with the usage if it is invalid
 */
export function readEvaluateOptions(args: readonly string[], services: readonly Part[]): EvaluateOrder {
  const { values, positionals } = parse(args);
  const named = (list: string | undefined) =>
    (list ?? '').split(',').flatMap((word) => (word.trim() === '' ? [] : [partOf(word.trim(), services)]));
  if (values.watch !== undefined) {
    if (!isUuid(values.watch)) throw new ScriptError(EVALUATE_USAGE);
    return { verb: 'watch', evaluationId: values.watch };
  }
  if (values.add !== undefined) {
    if (!isUuid(values.add) || values.briefs === undefined) throw new ScriptError(EVALUATE_USAGE);
    return { verb: 'add', evaluationId: values.add, briefs: numberIn(values.briefs), isAgreed: values.yes ?? false };
  }
  if (values.seeded) {
    const lessons = positionals[0] === undefined ? SEEDED_LESSONS : numberIn(positionals[0]);
    // each of ten ways once, and as many intact lessons
    if (lessons < 20 || lessons % 20 !== 0) throw new ScriptError(`The number of lessons must be a multiple of 20.\n${EVALUATE_USAGE}`);
    const judges = named(values.judges);
    return { verb: 'seeded', lessons, judges: judges.length > 0 ? judges : services.slice(0, 1), isAgreed: values.yes ?? false };
  }
  if (positionals.length > 0) throw new ScriptError(EVALUATE_USAGE);
  const casts = values.casts === undefined ? castsOfModels(named(values.models), services) : readCasts(values.casts, services);
  // a service with a role in a course cannot be a judge
  const holders = casts.flatMap(({ roles }) => Object.values(roles));
  const asked = named(values.judges);
  const free = services.filter((part) => !holders.some((one) => one.service === part.service || familyOf(one) === familyOf(part)));
  const count = values.briefs === undefined ? EVALUATION_LIMITS.briefs.usual : numberIn(values.briefs);
  const parsed = estimateEvaluation.body.safeParse({
    name:
      values.name ??
      casts
        .map(({ name }) => name)
        .join(', ')
        .slice(0, EVALUATION_LIMITS.name),
    ...(values.language !== undefined && { language: values.language }),
    briefs: USUAL_BRIEFS.slice(0, count) as Brief[],
    casts,
    judges: (asked.length > 0 ? asked : free).slice(0, EVALUATION_LIMITS.judges),
    ...(values['in-a-row'] !== undefined && { lessons_in_a_row: numberIn(values['in-a-row']) }),
  });
  if (!parsed.success)
    throw new ScriptError(
      `${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')}\n${EVALUATE_USAGE}`,
    );
  return { verb: 'compare', plan: parsed.data, isOnlyEstimate: values.estimate ?? false };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ScriptError(`${(error as Error).message}\n${EVALUATE_USAGE}`);
  }
}

function partOf(word: string, services: readonly Part[]): Part {
  const [service, ...model] = word.split('/');
  const known = services.find((one) => one.service === service || one.model === word);
  if (!known)
    throw new ScriptError(`${word}: not a connected service or model; connected: ${services.map((one) => one.service).join(', ')}.`);
  return known.service === service && model.length > 0 ? { service: known.service, model: model.join('/') } : known;
}

/**
 * Returns one cast per model, which writes everything. A service that writes nothing checks all, if another remains that can judge;
 * otherwise the writers check each other's lessons, because none checks its own.
 */
function castsOfModels(models: readonly Part[], services: readonly Part[]): Cast[] {
  const free = services.filter((one) => !models.some(({ service }) => service === one.service));
  return models.map((one, at) => ({
    name: one.model,
    roles: { outline: one, lesson: one, practice: one, review: free.length > 1 ? free[0]! : models[(at + 1) % models.length]! },
  }));
}

const castFile = z.array(z.object({ name: z.string(), roles: z.record(z.string(), z.string()) }));

function readCasts(file: string, services: readonly Part[]): Cast[] {
  const read = (): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new ScriptError(`${file}: ${(error as Error).message}`);
    }
  };
  const parsed = castFile.safeParse(read());
  if (!parsed.success) throw new ScriptError(`${file} is not a list of casts.\n${EVALUATE_USAGE}`);
  return parsed.data.map(({ name, roles }) => ({
    name,
    roles: Object.fromEntries(Object.entries(roles).map(([role, word]) => [role, partOf(word, services)])) as Cast['roles'],
  }));
}

function numberIn(word: string): number {
  const number = Number(word);
  if (word.trim() === '' || !Number.isInteger(number)) throw new ScriptError(`${word} is not a whole number.\n${EVALUATE_USAGE}`);
  return number;
}
