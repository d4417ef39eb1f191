import Typography from '@mui/material/Typography';
import { formatNumber } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { Fold } from '#frontend/ui/fold.tsx';
import { UsageRows } from './usage-rows.tsx';
import { attemptOutcome, attemptStage, formatCost, type RunUsage } from './usage-words.ts';

/** Every call for every lesson: stage, service, usage and outcome. Folded. */
export function UsageAttempts({ lessons }: { readonly lessons: RunUsage['by_lesson'] }) {
  if (lessons.length === 0) return null;
  const columns = [t('Stage'), t('Attempt'), t('Service'), t('Model'), t('Units in'), t('Units out'), t('Cost'), t('Outcome')];
  const units = (count: number | null) => (count === null ? t('unknown') : formatNumber(count));
  return (
    <Fold title={t('Every attempt, lesson by lesson')}>
      {lessons.map((lesson) => (
        <section key={lesson.lesson_id}>
          <Typography sx={{ marginBlockStart: 1 }}>
            <bdi>{lesson.title}</bdi>
          </Typography>
          <UsageRows
            label={lesson.title}
            columns={columns}
            figures={[4, 5, 6]}
            rows={lesson.attempt_list.map((attempt) => [
              attemptStage(attempt.stage),
              formatNumber(attempt.attempt),
              SERVICE_NAMES[attempt.service],
              attempt.model,
              units(attempt.input_tokens),
              units(attempt.output_tokens),
              formatCost(attempt.cost_micro_usd),
              attemptOutcome(attempt.outcome),
            ])}
          />
        </section>
      ))}
    </Fold>
  );
}
