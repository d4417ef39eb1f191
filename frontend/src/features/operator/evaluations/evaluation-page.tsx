import { useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { EVALUATION_LIMITS } from '#contract/operator/evaluation-plan.contract.ts';
import { type EvaluationReport } from '#contract/operator/evaluations.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { runProgressWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, Quiet } from '../parts/console-table.tsx';
import { formatMicro } from '../parts/figures.ts';
import { AddBriefs } from './add-briefs.tsx';
import { BlindPair } from './blind-pair.tsx';
import type { LessonView } from './compare-section.tsx';
import { EvaluatedBrief } from './evaluated-brief.tsx';
import { lookingWords, powerWords, SandboxNote, wholePercent } from './estimate-facts.tsx';
import { agreementWords, briefColumns, castColumns, judgeColumns } from './evaluation-columns.tsx';
import { evaluation, useActOnEvaluation } from './evaluation-queries.ts';

interface EvaluationPageProps {
  readonly evaluationId: string;
  readonly Lesson: LessonView;
}

/** One comparison: the counts, the judges' preferences, and how reliable the judges are. */
export function EvaluationPage({ evaluationId, Lesson }: EvaluationPageProps) {
  const { data, error, refetch } = useQuery(evaluation(evaluationId));
  const { mutate, isPending } = useActOnEvaluation(evaluationId);
  const [isJudging, setJudging] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const [isCompleting, setCompleting] = useState(false);
  const [brief, setBrief] = useState<number | null>(null);
  if (!data)
    return (
      <ConsoleFrame title={t('Compare')}>
        {error ? (
          <ErrorState title={t('The comparison could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t('Loading the comparison')} rows={6} />
        )}
      </ConsoleFrame>
    );
  const { evaluation: about, missing } = data;
  const isOver = TERMINAL_RUN_STATUSES.includes(about.status);
  return (
    <ConsoleFrame
      title={about.name}
      language={{ dir: 'auto' }}
      subtitle={runProgressWord(about)}
      actions={
        <>
          {!isOver && (
            <Button color="inherit" aria-busy={isPending} onClick={() => mutate({ act: 'cancel' })}>
              {t('Stop')}
            </Button>
          )}
          {data.left_to_judge > 0 && !isJudging && (
            <Button variant="contained" onClick={() => setJudging(true)}>
              {t('Judge {n, plural, one {# pair} other {# pairs}} yourself', { n: data.left_to_judge })}
            </Button>
          )}
          {missing && (
            <Button color="inherit" onClick={() => setCompleting(true)}>
              {t('Write the missing parts')}
            </Button>
          )}
          {about.status === 'completed' && !about.is_given && about.briefs < EVALUATION_LIMITS.briefs.most && !isAdding && (
            <Button color="inherit" onClick={() => setAdding(true)}>
              {t('Add lessons')}
            </Button>
          )}
          <LinkButton to="/operator/$section" params={{ section: 'compare' }} color="inherit">
            {t('All comparisons')}
          </LinkButton>
        </>
      }
    >
      {!isOver && <ProgressMeter label={t('Progress')} value={about.progress} valueText={runProgressWord(about)} />}
      {about.is_sandbox && <SandboxNote />}
      <Figures report={data} />
      {isCompleting && missing && (
        <AskDialog
          title={t('Write the missing parts')}
          onClose={() => setCompleting(false)}
          actions={
            <>
              <Button
                variant="contained"
                aria-busy={isPending}
                onClick={() =>
                  mutate(
                    { act: 'write_missing', accepted_micro_usd: missing.estimate.micro_usd },
                    { onSuccess: () => setCompleting(false) },
                  )
                }
              >
                {t('Write the missing parts')}
              </Button>
              <Button color="inherit" onClick={() => setCompleting(false)}>
                {t('Keep as it is')}
              </Button>
            </>
          }
        >
          <p>{missingWords(missing)}</p>
        </AskDialog>
      )}
      {isAdding && <AddBriefs report={data} onClose={() => setAdding(false)} />}
      {isJudging && (
        <BlindPair
          evaluationId={evaluationId}
          Lesson={Lesson}
          onClose={() => {
            setJudging(false);
            void refetch();
          }}
        />
      )}
      <Certainty report={data} />
      <Result report={data} isPending={isPending} onDefault={(cast) => mutate({ act: 'make_default', cast })} />
      <ConsoleTable
        label={t('Configurations')}
        columns={castColumns(data, isPending, (cast) => mutate({ act: 'make_default', cast }))}
        rows={data.standings.map((standing, place) => ({ ...standing, place }))}
        keyOf={({ place }) => String(place)}
        keep="comparison-casts"
      />
      <ConsoleTable
        label={t('Judges')}
        columns={judgeColumns()}
        rows={data.judges}
        keyOf={({ name }) => name}
        empty={<Quiet>{t('Nothing has been judged yet.')}</Quiet>}
        aside={agreementWords(data)}
      />
      <ConsoleTable
        label={t('Lessons')}
        columns={briefColumns(data, setBrief)}
        rows={data.by_brief.map((row, number) => ({ ...row, number }))}
        keyOf={({ number }) => String(number)}
      />
      {brief !== null && (
        <EvaluatedBrief evaluationId={evaluationId} number={brief} casts={about.casts} Lesson={Lesson} onClose={() => setBrief(null)} />
      )}
    </ConsoleFrame>
  );
}

/** What is missing, and what it would cost to make it. */
const missingWords = ({ lessons, verdicts, estimate }: NonNullable<EvaluationReport['missing']>): string =>
  [
    t('Services failed to answer: {n, plural, one {# lesson is missing} other {# lessons are missing}}.', { n: lessons }),
    t('This includes {n, plural, one {# verdict} other {# verdicts}} by the judging models.', { n: verdicts }),
    t('Only these are created, for about {sum}. Existing parts are kept and not charged again.', { sum: formatMicro(estimate.micro_usd) }),
  ].join(' ');

function Figures({ report: { evaluation: about } }: { readonly report: EvaluationReport }) {
  const { estimate, unpriced_calls: unpriced } = about;
  return (
    <FactStrip
      facts={[
        {
          name: t('Spent'),
          figure: formatMicro(about.spent_micro_usd),
          note:
            unpriced > 0
              ? t('{n, plural, one {# call has no known price} other {# calls have no known price}}', { n: unpriced })
              : t('estimated {cost}', { cost: formatMicro(estimate.micro_usd) }),
        },
        { name: t('Calls'), figure: formatNumber(about.calls), note: t('estimated {n}', { n: formatNumber(estimate.calls) }) },
        {
          name: t('Lessons per configuration'),
          figure: formatNumber(about.briefs),
          ...(about.lessons_in_a_row > 1 && { note: t('{n} consecutive lessons each', { n: formatNumber(about.lessons_in_a_row) }) }),
        },
      ]}
    />
  );
}

/** The interval of each lead, and what this many lessons can detect. */
function Certainty({ report: { evaluation: about, duels } }: { readonly report: EvaluationReport }) {
  const nameOf = (cast: number) => about.casts[cast]?.name ?? '';
  return (
    <>
      {duels.map(({ one, other, wins, losses, ties, interval }) => (
        <Typography key={`${one}:${other}`} variant="body2" color="textSecondary">
          {interval === null
            ? t('{one} and {other}: no lesson decided.', { one: nameOf(one), other: nameOf(other) })
            : t(
                '{one} against {other}: {wins} won, {losses} lost, {ties} tied. Excluding ties, it truly wins {low} to {high} of lessons (95%, exact).',
                {
                  one: nameOf(one),
                  other: nameOf(other),
                  wins: formatNumber(wins),
                  losses: formatNumber(losses),
                  ties: formatNumber(ties),
                  low: wholePercent(interval.low),
                  high: wholePercent(interval.high),
                },
              )}
        </Typography>
      ))}
      {!about.is_given && (
        <Typography variant="body2" color="textSecondary">
          {powerWords(about.briefs, about.finds)}
        </Typography>
      )}
      {about.additions > 0 && (
        <Typography variant="body2" color="textSecondary">
          {lookingWords(about)}
        </Typography>
      )}
    </>
  );
}

interface ResultProps {
  readonly report: EvaluationReport;
  readonly isPending: boolean;
  readonly onDefault: (cast: number) => void;
}

/** The winner, and the button that makes it the default. */
function Result({ report: { evaluation: about, winner, judges }, isPending, onDefault }: ResultProps) {
  if (!TERMINAL_RUN_STATUSES.includes(about.status)) return null;
  if (judges.length > 0 && judges.every(({ prefers }) => prefers !== null))
    return (
      <Alert severity="warning" sx={{ marginBlock: 2 }}>
        {t('Every judge prefers a position over a lesson, so no verdict counts. Choose other judges, or judge yourself.')}
      </Alert>
    );
  if (winner === null)
    return (
      <Alert severity="info" sx={{ marginBlock: 2 }}>
        {t('No configuration is clearly better than all others. Choose by cost and time, or compare more lessons.')}
      </Alert>
    );
  const isDefault = about.applied_cast === winner;
  return (
    <Alert
      severity="success"
      role="group"
      aria-label={t('Result')}
      sx={{ marginBlock: 2 }}
      action={
        !isDefault &&
        !about.is_given && (
          <Button color="inherit" aria-busy={isPending} onClick={() => onDefault(winner)}>
            {t('Make default')}
          </Button>
        )
      }
    >
      <strong>{t('“{cast}” is better, and the difference is unlikely to be chance.', { cast: about.casts[winner]!.name })}</strong>{' '}
      {isDefault && t('It is now the default in every course.')}
    </Alert>
  );
}
