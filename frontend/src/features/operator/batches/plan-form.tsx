import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { QUALITY_LEVELS, type Batch, type planBatch } from '#contract/operator/batches.contract.ts';
import type { BatchDryRun } from '#contract/operator/batch-estimates.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { formatDuration } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { DryRun, PlanFields, type PlannedFields } from '#frontend/ui/batches/plan-fields.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { batches, useEstimateBatch, usePlanBatch } from './batch-queries.ts';
import { estimateFacts, overBudgetWords } from './estimate-words.ts';

type Plan = BodyInputOf<typeof planBatch>;

/** The form of a new batch. A dry run stores nothing; a plan that its budget covers can then be stored. */
export function PlanForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const dryRun = useEstimateBatch();
  const saving = usePlanBatch();
  const services = useQuery(batches()).data?.vendor_batch_services ?? [];
  const open = (batch: Batch) => void navigate({ to: '/operator/$section/$id', params: { section: 'batches', id: batch.batch_id } });
  const found = dryRun.data;
  return (
    <PlanFields
      canary={3}
      editedLabel={t('Also lessons that their owner has edited')}
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
            label={t('By the vendors’ batch services ({services}): cheaper, but each stage may take a day', {
              services: services.map((service) => SERVICE_NAMES[service]).join(', '),
            })}
          />
        )
      }
      onDryRun={(plan, form) => dryRun.mutate(planIn(plan, form))}
      onSave={
        found && !found.over_budget ? (plan, form) => saving.mutate(planIn(plan, form), { onSuccess: ({ batch }) => open(batch) }) : null
      }
    >
      <SelectField
        label={t('Quality')}
        name="quality_level"
        options={[{ value: '', label: t('Any') }, ...QUALITY_LEVELS.map((level) => ({ value: level, label: level }))]}
      />
      <TextField label={t('Language')} name="language" helper={t('as the course has it, e.g. spanish')} />
      <TextField label={t('Live version older than')} name="older_than" type="date" />
      <TextField label={t('Budget in US dollars')} name="budget" type="number" min="0.01" step="0.01" defaultValue="10" required />
      <TextField
        label={t('Courses at once, at most')}
        name="at_once"
        type="number"
        min="1"
        max="100"
        defaultValue="5"
        helper={t('reached step by step: as many as have ended already')}
      />
      <TextField label={t('From hour, UTC')} name="from_hour" type="number" min="0" max="23" />
      <TextField label={t('Until hour, UTC')} name="until_hour" type="number" min="0" max="23" />
    </PlanFields>
  );
}

function Outcome({
  found: { estimate, budget_micro_usd: budget, over_budget: isOver, bad_rows: badRows },
}: {
  readonly found: BatchDryRun;
}) {
  const { expected } = estimate.micro_usd;
  return (
    <DryRun
      facts={[...estimateFacts(estimate), { name: t('Takes about'), figure: formatDuration(estimate.finish_s) }]}
      obstacle={isOver ? overBudgetWords(expected, budget) : null}
      badRows={badRows}
    />
  );
}

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
      ...given('language', (value) => value.toLowerCase()),
      ...given('older_than', (value) => new Date(value).toISOString()),
      ...(csv !== undefined && { csv }),
    },
  };
}
