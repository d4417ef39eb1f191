import { useState, type ComponentType } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { BatchDryRun } from '#contract/operator/batch-estimates.contract.ts';
import { type Batch, QUALITY_LEVELS, type planBatch, USUAL_LIMITS } from '#contract/operator/batches.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { formatNumber, formatStamp, formatDuration } from '#frontend/lib/format.ts';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import type { TextDifference } from '#frontend/ui/batches/differences-dialog.tsx';
import { DryRun, PlanFields, type PlannedFields } from '#frontend/ui/batches/plan-fields.tsx';
import { FigureCard, StatSheet } from '#frontend/ui/cards/stat-sheet.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { ConsoleFrame } from '#frontend/ui/frames/console-frame.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { formatMicro, sum } from '../parts/figures.ts';
import { BatchPage } from './batch-page.tsx';
import { batches, useEstimateBatch, usePlanBatch } from './batch-queries.ts';
import { batchWord, languageOptionName, taskWord } from '#frontend/lib/batches/batch-words.ts';
import { estimateFacts, overBudgetWords } from './estimate-words.ts';

interface BatchesSectionProps {
  readonly id: string | null;
  /** Shows the changes that a batch would make to a lesson. */
  readonly Diff: ComponentType<TextDifference>;
}

/** Bulk rewriting of courses: the list of batches, or the batch in the URL. */
export function BatchesSection({ id, Diff }: BatchesSectionProps) {
  return id === null ? <BatchList /> : <BatchPage batchId={id} Diff={Diff} />;
}

function BatchList() {
  const { data, error, refetch } = useQuery(batches());
  const { plan, topic } = useSearch({ from: '/app/operator' });
  const navigate = useNavigate();
  const [isPlanning, setPlanning] = useState(plan === true);
  return (
    <ConsoleFrame
      title={t('Batches')}
      subtitle={t('Many courses are rewritten as proposals; nothing changes until you approve.')}
      actions={
        !isPlanning && (
          <Button variant="contained" onClick={() => setPlanning(true)}>
            {t('Plan a batch')}
          </Button>
        )
      }
    >
      {isPlanning && (
        <PlanForm
          topic={topic}
          onClose={() => {
            setPlanning(false);
            if (plan) void navigate({ to: '.', search: (old) => ({ ...old, plan: undefined, topic: undefined }), replace: true });
            // the form disappears, and the button returns only in the next frame
            requestAnimationFrame(focusHeading);
          }}
        />
      )}
      {data ? (
        data.batches.length === 0 ? (
          <EmptyState subject="runs" title={t('No batches yet')} />
        ) : (
          <>
            <Figures batches={data.batches} />
            <ConsoleTable
              label={t('Batches')}
              columns={columns()}
              rows={data.batches}
              keyOf={(batch) => batch.batch_id}
              keep="batches"
              isAlone
            />
          </>
        )
      ) : error ? (
        <ErrorState title={t('The batches could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the batches')} rows={4} />
      )}
    </ConsoleFrame>
  );
}

const ENDED: readonly Batch['state'][] = ['done', 'cancelled'];

/** Totals of the newest batches, and how many of them wait for a person. */
function Figures({ batches: all }: { readonly batches: readonly Batch[] }) {
  const underWay = all.filter(({ state }) => !ENDED.includes(state));
  const waiting = underWay.filter(({ state }) => state === 'review' || state === 'paused');
  const ready = sum(all.map(({ items }) => items.ready ?? 0));
  const failed = sum(all.map(({ items }) => items.failed ?? 0));
  return (
    <StatSheet>
      <FigureCard
        name={t('In progress')}
        figure={formatNumber(underWay.length)}
        note={t('of the latest {n}', { n: formatNumber(all.length) })}
      />
      <FigureCard
        name={t('Waiting for you')}
        figure={formatNumber(waiting.length)}
        note={t('{n, plural, one {# course is ready to be approved} other {# courses are ready to be approved}}', { n: ready })}
      />
      <FigureCard
        name={t('Courses that failed')}
        figure={failed === 0 ? '0' : <Mark>{formatNumber(failed)}</Mark>}
        note={t('of {n}', { n: formatNumber(sum(all.map(({ total }) => total))) })}
      />
      <FigureCard
        name={t('Spent')}
        figure={formatMicro(sum(all.map((batch) => batch.spent_micro_usd)))}
        note={t('of {sum} budgeted', { sum: formatMicro(sum(all.map((batch) => batch.budget_micro_usd))) })}
      />
    </StatSheet>
  );
}

const columns = (): Column<Batch>[] => [
  {
    id: 'name',
    name: t('Name'),
    cell: (batch) => (
      <TextLink to="/operator/$section/$id" params={{ section: 'batches', id: batch.batch_id }} dir="auto">
        {batch.name}
      </TextLink>
    ),
  },
  { id: 'what', name: t('What'), cell: (batch) => taskWord(batch.what) },
  { id: 'state', name: t('State'), cell: (batch) => batchWord(batch) },
  { id: 'created', name: t('Created'), isWhole: true, cell: (batch) => formatStamp(batch.created_at) },
  { id: 'courses', name: t('Courses'), isFigure: true, cell: (batch) => formatNumber(batch.total) },
  { id: 'failed', name: t('Failed'), isFigure: true, cell: (batch) => formatNumber(batch.items.failed ?? 0) },
  { id: 'spent', name: t('Spent'), isFigure: true, cell: (batch) => formatMicro(batch.spent_micro_usd) },
  { id: 'budget', name: t('Budget'), isFigure: true, cell: (batch) => formatMicro(batch.budget_micro_usd) },
];

type Plan = BodyInputOf<typeof planBatch>;

const ANY = () => ({ value: '', label: t('Any') });

const qualityWord = (level: (typeof QUALITY_LEVELS)[number]): string =>
  ({ high: t('all lessons, each checked'), standard: t('all lessons'), partial: t('lessons missing') })[level];

/** The form of a new batch. A dry run stores nothing; afterwards a plan can be stored if its budget covers it. */
export function PlanForm({ topic = '', onClose }: { readonly topic?: string | undefined; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const dryRun = useEstimateBatch();
  const saving = usePlanBatch();
  const services = useQuery(batches()).data?.vendor_batch_services ?? [];
  const open = (batch: Batch) => void navigate({ to: '/operator/$section/$id', params: { section: 'batches', id: batch.batch_id } });
  const found = dryRun.data;
  return (
    <PlanFields
      title={t('Plan a batch')}
      canary={3}
      limits={USUAL_LIMITS}
      editedLabel={t('Include lessons that their owner has edited')}
      dryRunLabel={t('Dry run')}
      isPending={dryRun.isPending || saving.isPending}
      error={dryRun.error ?? saving.error}
      onClose={onClose}
      onEdit={dryRun.reset}
      outcome={found && <Outcome found={found} />}
      textFields={
        services.length > 0 && (
          <CheckField
            name="by_vendor_batch"
            label={t('Through the vendors’ batch services ({services}): cheaper, but each stage can take a day', {
              services: services.map((service) => LANE_NAMES[service]).join(', '),
            })}
          />
        )
      }
      isChosen={topic !== ''}
      which={
        <>
          <TextField
            label={t('Topic')}
            name="topic"
            maxLength={100}
            defaultValue={topic}
            helper={t('words from the request, the title or a lesson')}
          />
          <TextField label={t('Words in the title')} name="title" maxLength={100} />
          <TextField label={t('Creator’s email address')} name="owner_email" type="email" maxLength={254} />
          <SelectField
            label={t('Language')}
            name="language"
            options={[ANY(), ...FORM_OPTIONS.language_preference.map((one) => ({ value: one, label: languageOptionName(one) }))]}
          />
          <SelectField
            label={t('Quality')}
            name="quality_level"
            options={[ANY(), ...QUALITY_LEVELS.map((level) => ({ value: level, label: qualityWord(level) }))]}
          />
          <TextField label={t('Live version older than')} name="older_than" type="date" />
        </>
      }
      onDryRun={(plan, form) => dryRun.mutate(planIn(plan, form))}
      onSave={
        found && !found.over_budget ? (plan, form) => saving.mutate(planIn(plan, form), { onSuccess: ({ batch }) => open(batch) }) : null
      }
    >
      <TextField label={t('Budget in US dollars')} name="budget" type="number" min="0.01" step="0.01" defaultValue="10" required />
      <TextField
        label={t('Maximum courses at a time')}
        name="at_once"
        type="number"
        min="1"
        max="100"
        defaultValue="5"
        helper={t('reached gradually: never more than have already ended')}
      />
      <TextField label={t('From (hour, UTC)')} name="from_hour" type="number" min="0" max="23" />
      <TextField label={t('To hour, UTC')} name="until_hour" type="number" min="0" max="23" />
    </PlanFields>
  );
}

function Outcome({
  found: { estimate, budget_micro_usd: budget, over_budget: isOver, bad_rows: badRows, courses },
}: {
  readonly found: BatchDryRun;
}) {
  const { expected } = estimate.micro_usd;
  return (
    <DryRun
      facts={[...estimateFacts(estimate), { name: t('Takes about'), figure: formatDuration(estimate.finish_s) }]}
      obstacle={isOver ? overBudgetWords(expected, budget) : null}
      badRows={badRows}
    >
      <Box sx={{ maxHeight: '22rem', overflowY: 'auto' }}>
        <ConsoleTable label={t('Which courses')} columns={previewColumns()} rows={courses} keyOf={(course) => course.course_id} isInner />
      </Box>
      {courses.length < estimate.courses && (
        <Quiet>{t('{n, plural, one {and # more} other {and # more}}', { n: estimate.courses - courses.length })}</Quiet>
      )}
    </DryRun>
  );
}

const previewColumns = (): Column<BatchDryRun['courses'][number]>[] => [
  { id: 'course', name: t('Course'), cell: ({ title }) => <span dir="auto">{title}</span> },
  { id: 'owner', name: t('Owner'), cell: (course) => course.owner_email },
  { id: 'units', name: t('To create'), isFigure: true, cell: ({ units }) => formatNumber(units) },
];

/** Reads the plan from the form. Dollars become cents; empty fields are omitted. */
function planIn({ csv, lessons, include_edited, ...plan }: PlannedFields, form: FormData): Plan {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const given = <T,>(name: string, read: (value: string) => T) => (text(name) === '' ? {} : { [name]: read(text(name)) });
  const hasHours = text('from_hour') !== '' && text('until_hour') !== '';
  const quality = QUALITY_LEVELS.find((level) => level === text('quality_level'));
  return {
    ...plan,
    by_vendor_batch: form.get('by_vendor_batch') !== null,
    budget_cents: Math.round(Number(text('budget')) * 100),
    ...given('at_once', Number),
    ...(hasHours && { ...given('from_hour', Number), ...given('until_hour', Number) }),
    selection: {
      lessons,
      include_edited,
      ...(quality !== undefined && { quality_level: quality }),
      ...given('topic', String),
      ...given('title', String),
      ...given('owner_email', String),
      ...given('language', String),
      ...given('older_than', (value) => new Date(value).toISOString()),
      ...(csv !== undefined && { csv }),
    },
  };
}
