import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import type { Cast, EvaluationEstimate, EvaluationPlan, EvaluationPower, Part } from '#contract/operator/evaluation-plan.contract.ts';
import type { EvaluationReport } from '#contract/operator/evaluations.contract.ts';
import { nextUsualBriefs } from '#contract/operator/usual-briefs.ts';
import { answersFromSandbox } from '#domain/generation/evaluations/evaluation.kind.ts';
import { connectedParts, readEvaluatedBrief, readEvaluation } from '#domain/generation/evaluations/evaluation.queries.ts';
import { estimateEvaluation, estimateJudging, startEvaluation, startJudging } from '#domain/generation/evaluations/evaluation.commands.ts';
import { addBriefs, estimateMoreBriefs } from '#domain/generation/evaluations/add-briefs.command.ts';
import type { Operator } from '#domain/platform/operator-act.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { applyConnections } from '#domain/vendors/connections/apply-connections.ts';
import { detectionFigures, seededLessons, type DetectionFigures } from '#ops/sandbox/faults/seeded-lessons.ts';
import { readEvaluateOptions, type EvaluateOrder } from './evaluate-options.ts';
import { ScriptError } from './run-script.ts';
import { runWithDatabase } from './with-database.ts';

const POLL_MS = 1_000;
const dollars = (micro: number): string => `$${(micro / 1_000_000).toFixed(4)}`;
const percent = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)} %`);
const SEEDED = 'Seeded defects';
const LOOKING_AGAIN =
  'Repeated looks reduce certainty: each look finds a better cast by chance in up to 5 % of comparisons of equal casts. Decide on the number of briefs before the first look.';

// npm run evaluate: the same commands as on the console's page Compare, audited under the system user's name. The workers do the work: a
// comparison goes on without this script, and --watch follows it again.
await runWithDatabase(async (args) => {
  await applyConnections();
  const order = readEvaluateOptions(args, connectedParts());
  const operator = { accountId: null, script: userInfo().username, requestId: randomUUID() };
  try {
    if (order.verb === 'watch') return await follow(order.evaluationId);
    if (order.verb === 'seeded') {
      sayWhoAnswers();
      const { plan, given } = seededPlan(order.lessons, order.judges);
      printEstimate(await estimateJudging(plan, given));
      if (!order.isAgreed) throw new ScriptError('Nothing was started. Add --yes to accept this price.');
      return await follow(await startJudging(plan, given, operator));
    }
    if (order.verb === 'add') return await continueComparison(order, operator);
    sayWhoAnswers();
    const priced = await estimateEvaluation(order.plan);
    printEstimate(priced);
    printPower(order.plan.briefs.length, priced.finds);
    if (!order.isOnlyEstimate) await follow(await startEvaluation(order.plan, operator, { acceptedMicroUsd: priced.micro_usd }));
  } catch (error) {
    if (error instanceof ProductError) throw new ScriptError(error.message);
    throw error;
  }
});

/** Adds the next default briefs to a completed comparison, once their price is accepted. */
async function continueComparison({ evaluationId, briefs: count, isAgreed }: Extract<EvaluateOrder, { verb: 'add' }>, operator: Operator) {
  const { by_brief: has } = await readEvaluation(evaluationId, null);
  const topics = has.map(({ topic }) => topic);
  const addition = { after: topics.length, briefs: nextUsualBriefs(topics, count) };
  if (addition.briefs.length < count) throw new ScriptError(`Only ${addition.briefs.length} more usual briefs exist, not ${count}.`);
  const priced = await estimateMoreBriefs(evaluationId, addition);
  printEstimate(priced);
  printPower(topics.length + count, priced.finds);
  console.log(LOOKING_AGAIN);
  if (!isAgreed) throw new ScriptError('Nothing was started. Add --yes to accept this price.');
  await addBriefs(evaluationId, addition, operator, { acceptedMicroUsd: priced.micro_usd });
  await follow(evaluationId);
}

/** Warns that a comparison by the sandbox says nothing about models. */
function sayWhoAnswers(): void {
  if (answersFromSandbox())
    console.log(
      'The sandbox answers for the services. Its judge compares words: its verdicts exercise the machinery and prove nothing about models.',
    );
}

/** Prints the difference that this many briefs can detect, before they are paid for. */
function printPower(briefs: number, { wins_needed: wins, smallest_share: share }: EvaluationPower): void {
  console.log(
    wins === null
      ? `${briefs} briefs cannot show a better cast, whatever their results: at least six are needed`
      : `${briefs} briefs show a better cast from ${wins} wins on (p < .05, without ties); a true win rate of ${percent(share)} is detected in 4 of 5 comparisons, a lower one less often`,
  );
}

/** Plans a comparison of library lessons with the same lessons, half of them damaged, judged like two casts. */
function seededPlan(lessons: number, judges: readonly Part[]) {
  const seeded = seededLessons(lessons);
  // nobody wrote them: the casts are only names
  const nobody = { service: judges[0]!.service, model: 'library' };
  const cast = (name: string): Cast => ({
    name,
    roles: { outline: nobody, lesson: nobody, practice: { ...nobody, model: name }, review: nobody },
  });
  const plan: EvaluationPlan = {
    name: SEEDED,
    language: 'english',
    briefs: seeded.map(({ course }) => ({ topic: course, difficulty: 'beginner' })),
    casts: [cast('As written'), cast('Candidate')],
    judges: [...judges],
  };
  return { plan, given: seeded.map(({ original, candidate }) => [original, candidate]) };
}

/** Prints a comparison's progress until it has ended, then its result. */
async function follow(evaluationId: string): Promise<void> {
  console.log(`${evaluationId} (npm run evaluate -- --watch ${evaluationId} follows it again)`);
  for (let shown = -1; ; await sleep(POLL_MS)) {
    const report = await readEvaluation(evaluationId, null);
    const { status, progress, calls, spent_micro_usd: spent } = report.evaluation;
    if (progress !== shown) console.log(`${status}: ${progress} %, ${calls} calls, ${dollars(spent)}`);
    shown = progress;
    if (!TERMINAL_RUN_STATUSES.includes(status)) continue;
    printCost(report);
    if (report.evaluation.is_given && report.evaluation.name === SEEDED) await printSeeded(report);
    else printStandings(report);
    printJudges(report);
    if (status !== 'completed') throw new ScriptError(`the comparison has ${status}`);
    return;
  }
}

function printEstimate({ calls, tokens_in: input, tokens_out: output, micro_usd: cost, unpriced, basis }: EvaluationEstimate): void {
  console.log(`estimate: ${calls} calls, ${input} tokens in, ${output} out, ${dollars(cost)} (${basis})`);
  if (unpriced.length > 0) console.log(`the price of ${unpriced.join(', ')} is unknown: the highest known price was used`);
}

function printCost({ evaluation: { estimate, calls, spent_micro_usd: spent, unpriced_calls: unpriced } }: EvaluationReport): void {
  const share = estimate.micro_usd === 0 ? '' : `, ${percent(spent / estimate.micro_usd)} of it`;
  console.log(`\ncost: ${dollars(spent)} in ${calls} calls; estimated ${dollars(estimate.micro_usd)} in ${estimate.calls}${share}`);
  if (unpriced > 0) console.log(`${unpriced} calls have no known price`);
}

function printStandings({ evaluation, standings, winner, duels, by_brief: briefs }: EvaluationReport): void {
  console.table(
    Object.fromEntries(
      standings.map((one, cast) => [
        evaluation.casts[cast]!.name,
        {
          written: one.written,
          failed: one.failed,
          wins: one.wins,
          losses: one.losses,
          ties: one.ties,
          score: percent(one.score),
          problems: one.problems?.toFixed(2) ?? '–',
          corrected: percent(one.corrected),
          'citations held': one.citations.all === 0 ? '–' : `${one.citations.held}/${one.citations.all}`,
          'sound questions': one.questions.all === 0 ? '–' : `${one.questions.sound}/${one.questions.all}`,
          words: one.words?.toFixed(0) ?? '–',
          LIX: one.reading_level?.toFixed(1) ?? '–',
          seconds: one.seconds?.toFixed(1) ?? '–',
          cost: one.micro_usd === null ? '–' : dollars(one.micro_usd),
        },
      ]),
    ),
  );
  for (const { topic, difficulty, outcomes, missing } of briefs) {
    const said = outcomes.map(({ winner: best }) => (best === null ? 'tie' : evaluation.casts[best]!.name));
    const lacks = missing.map((cast) => `${evaluation.casts[cast]!.name} is missing`);
    console.log(`  ${topic} (${difficulty}): ${[...said, ...lacks].join('; ') || 'not judged'}`);
  }
  const nameOf = (cast: number) => evaluation.casts[cast]!.name;
  for (const { one, other, wins, losses, ties, interval } of duels) {
    const share = interval
      ? `${percent(wins / (wins + losses))}, 95 % interval ${percent(interval.low)} to ${percent(interval.high)}`
      : 'no interval, as none is decided';
    console.log(`${nameOf(one)} and ${nameOf(other)}: ${wins} : ${losses}, ${ties} even; share of ${nameOf(one)} without ties: ${share}`);
  }
  printPower(evaluation.briefs, evaluation.finds);
  if (evaluation.additions > 0) console.log(`This result was looked at ${evaluation.additions + 1} times. ${LOOKING_AGAIN}`);
  console.log(winner === null ? 'no cast is better beyond chance' : `${nameOf(winner)} is better beyond chance`);
}

function printJudges({ judges, agreement }: EvaluationReport): void {
  for (const { name, verdicts, first, second, ties, steady, prefers } of judges) {
    const doubt = prefers === null ? '' : `; PREFERS THE ${prefers.toUpperCase()} ANSWER: its verdicts do not count`;
    console.log(
      `judge ${name}: ${verdicts} verdicts, ${first} first, ${second} second, ${ties} ties; both orders agree on ${percent(steady)}${doubt}`,
    );
  }
  for (const { one, other, pairs, equal, kappa } of agreement)
    console.log(`${one} and ${other}: ${percent(equal)} of ${pairs} pairs, kappa ${kappa === null ? '–' : kappa.toFixed(2)}`);
}

/** Prints what the checks and the judges have found of the known defects. */
async function printSeeded({ evaluation, by_brief: briefs }: EvaluationReport): Promise<void> {
  const seeded = seededLessons(evaluation.briefs);
  const byJudge = new Set<number>();
  const byChecks = new Set<number>();
  for (const [at, { outcomes }] of briefs.entries()) {
    if (outcomes[0]?.winner === 0) byJudge.add(at);
    const { lessons } = await readEvaluatedBrief(evaluation.evaluation_id, at);
    const [original, candidate] = lessons;
    // a fault that the original also has is not a defect of the candidate
    if (candidate!.faults.some((fault) => !original!.faults.includes(fault))) byChecks.add(at);
  }
  console.log(
    `\n${seeded.length} lessons, half of them damaged in ten ways, the others reworded (by rule, see ops/sandbox/faults/reword.ts)`,
  );
  const part = (isHeldOut: boolean) => {
    const places = [...seeded.keys()].filter((at) => seeded[at]!.isHeldOut === isHeldOut);
    const own = (flagged: ReadonlySet<number>) => new Set(places.flatMap((at, place) => (flagged.has(at) ? [place] : [])));
    const methods = { checks: own(byChecks), judge: own(byJudge), 'checks or judge': own(new Set([...byChecks, ...byJudge])) };
    const defects = places.map((at) => seeded[at]!.defect);
    return Object.entries(methods).map(([method, flagged]) => ({ method, ...detectionFigures(defects, flagged) }));
  };
  printDetection('beside their intact twin, of the lessons that the sandbox’s judge was made on', part(false));
  // without a twin either lesson may be the better one, so only the difference in frequency is significant
  const heldOut = part(true);
  if (seeded.some(({ isHeldOut }) => isHeldOut)) printDetection('held out, beside another lesson of the course', heldOut);
}

/** Prints what each method has found in one part of the seeded lessons. */
function printDetection(part: string, figures: readonly ({ method: string } & DetectionFigures)[]): void {
  console.log(`\n${part}:`);
  console.table(
    Object.fromEntries(
      figures[0]!.byDefect.map(({ defect, all }, at) => [
        defect,
        { lessons: all, ...Object.fromEntries(figures.map(({ method, byDefect }) => [method, byDefect[at]!.found])) },
      ]),
    ),
  );
  for (const { method, precision, recall, falseAlarms, falseAlarmShare } of figures)
    console.log(
      `${method}: precision ${percent(precision)}, recall ${percent(recall)}; ${falseAlarms} clean ones flagged (${percent(falseAlarmShare)})`,
    );
}
