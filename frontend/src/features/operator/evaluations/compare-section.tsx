import { useState, type ComponentType } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Part } from '#contract/operator/evaluation-plan.contract.ts';
import type { Evaluation } from '#contract/operator/evaluations.contract.ts';
import { formatList, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { isDemo, LANE_NAMES } from '#frontend/lib/service-names.ts';
import { runProgressWord } from '#frontend/lib/state-words.ts';
import { t } from '#frontend/lib/text.ts';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, type Column } from '../parts/console-table.tsx';
import { formatMicro, NO_VALUE } from '../parts/figures.ts';
import { EvaluationForm } from './evaluation-form.tsx';
import { EvaluationPage } from './evaluation-page.tsx';
import { evaluations, useForgetDefaultCast } from './evaluation-queries.ts';
import { roleWord } from './evaluation-words.ts';

/** Shows a lesson's Markdown. */
export type LessonView = ComponentType<{ readonly content: string }>;

interface CompareSectionProps {
  readonly id: string | null;
  readonly Lesson: LessonView;
}

/** Comparisons of models to choose from: the list, or the comparison in the URL. */
export function CompareSection({ id, Lesson }: CompareSectionProps) {
  return id === null ? <EvaluationList /> : <EvaluationPage evaluationId={id} Lesson={Lesson} />;
}

function EvaluationList() {
  const { data, error, refetch } = useQuery(evaluations());
  const navigate = useNavigate();
  const [isPlanning, setPlanning] = useState(false);
  return (
    <ConsoleFrame
      title={t('Compare')}
      subtitle={t('Two or more models write the same lessons, which are measured and judged blind. The winner can become the default.')}
      actions={
        data &&
        !isPlanning && (
          <Button variant="contained" onClick={() => setPlanning(true)}>
            {t('Compare models')}
          </Button>
        )
      }
    >
      {data && <DefaultCast holders={data.default_cast} />}
      {data && isPlanning && (
        <EvaluationForm
          services={data.services}
          isSandbox={data.is_sandbox}
          onStarted={({ evaluation_id: started }) =>
            void navigate({ to: '/operator/$section/$id', params: { section: 'compare', id: started } })
          }
          onClose={() => {
            setPlanning(false);
            // the form disappears, and the button returns only in the next frame
            requestAnimationFrame(focusHeading);
          }}
        />
      )}
      {data ? (
        data.evaluations.length === 0 ? (
          !isPlanning && (
            <EmptyState subject="runs" title={t('No comparisons yet')}>
              {t('Thirty-two lessons by each of two models take a few minutes. You see the price before the comparison starts.')}
            </EmptyState>
          )
        ) : (
          <ConsoleTable
            label={t('Comparisons')}
            columns={columns()}
            rows={data.evaluations}
            keyOf={({ evaluation_id: key }) => key}
            keep="comparisons"
            isAlone
          />
        )
      ) : error ? (
        <ErrorState title={t('The comparisons could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the comparisons')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

const columns = (): Column<Evaluation>[] => [
  {
    id: 'name',
    name: t('Name'),
    cell: ({ evaluation_id: id, name }) => (
      <TextLink to="/operator/$section/$id" params={{ section: 'compare', id }} dir="auto">
        {name}
      </TextLink>
    ),
  },
  { id: 'casts', name: t('Configurations'), cell: ({ casts }) => <bdi>{formatList(casts.map(({ name }) => name))}</bdi> },
  { id: 'state', name: t('State'), isWhole: true, cell: (row) => runProgressWord(row) },
  {
    id: 'default',
    name: t('Default'),
    cell: ({ applied_cast: place, casts }) => (place === null ? NO_VALUE : <bdi>{casts[place]?.name}</bdi>),
  },
  { id: 'created', name: t('Created'), isWhole: true, cell: ({ created_at: at }) => formatWhen(at) },
  { id: 'lessons', name: t('Lessons per configuration'), isFigure: true, cell: ({ briefs }) => formatNumber(briefs) },
  { id: 'estimate', name: t('Estimated'), isFigure: true, cell: ({ estimate }) => formatMicro(estimate.micro_usd) },
  { id: 'spent', name: t('Spent'), isFigure: true, cell: (row) => formatMicro(row.spent_micro_usd) },
];

interface DefaultCastProps {
  readonly holders: readonly {
    readonly role: Parameters<typeof roleWord>[0];
    readonly service: Part['service'];
    readonly model: string | null;
  }[];
}

/** Which services lead because they won a comparison, and the button to revert that. */
function DefaultCast({ holders }: DefaultCastProps) {
  const { mutate, isPending } = useForgetDefaultCast();
  if (holders.length === 0) return null;
  const words = holders.map(
    ({ role, service, model }) => `${roleWord(role)}: ${LANE_NAMES[service]}${model === null || isDemo() ? '' : ` (${model})`}`,
  );
  return (
    <Alert
      severity="info"
      role="group"
      aria-label={t('The default')}
      sx={{ marginBlockEnd: 2 }}
      action={
        <Button color="inherit" aria-busy={isPending} onClick={() => mutate()}>
          {t('Restore the default')}
        </Button>
      }
    >
      {t('From now on, in every course: {roles}.', { roles: formatList(words) })}
    </Alert>
  );
}
