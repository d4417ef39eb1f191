import Typography from '@mui/material/Typography';
import type { Pace } from '#contract/courses/course-plan.contract.ts';
import { coursePace, minutesAUnit, type PaceForm } from '#contract/generation/course-pace.ts';
import { paceText } from '#frontend/lib/courses/course-words.ts';
import { formatDuration, toAsciiDigits } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import type { FormValues } from './form-values.ts';

/** The age that determines nothing: lessons of adults have no limit of their own. */
const ADULT = 18;

type PaceValues = Pick<FormValues, keyof PaceForm>;

/** The pace of the course that these values order; null where none is promised. An age that is not typed yet counts as an adult's. */
function paceOf(values: PaceValues): Pace | null {
  const age = Number(toAsciiDigits(values.age.trim()) || Number.NaN);
  return coursePace({ ...values, age: age > 0 ? age : ADULT });
}

interface PaceLineProps {
  readonly values: PaceValues;
  /** Only the days and their minutes, without what fills them. */
  readonly isShort?: boolean;
}

/**
 * What the form promises of the learner's time before the course is ordered, and what fills it. Announced when a choice changes it. Its
 * figures and words load after the form.
 */
export default function PaceLine({ values, isShort = false }: PaceLineProps) {
  const pace = paceOf(values);
  if (isShort) return <div role="status">{pace && paceText(pace, minutesAUnit(pace))}</div>;
  return (
    <div role="status">
      {pace ? (
        <>
          <Typography variant="subtitle2" component="p">
            {paceText(pace, minutesAUnit(pace))}
          </Typography>
          <Typography variant="body2" color="textSecondary" component="div">
            <MetaLine facts={partsOf(pace)} />
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {t('Work of your own, at a workbench or on a project, comes on top; the course says how long it takes.')}
          </Typography>
        </>
      ) : (
        !values.general_course && (
          <Typography variant="body2" color="textSecondary">
            {t('At your own pace: no time is promised.')}
          </Typography>
        )
      )}
    </div>
  );
}

function partsOf({ minutes: { reading, practice, tasks, review } }: Pace): readonly string[] {
  const parts: readonly (readonly [string, number])[] = [
    [t('reading'), reading],
    [t('questions and exercises'), practice],
    [t('workshops and final task'), tasks],
    [t('review'), review],
  ];
  return parts.filter(([, minutes]) => minutes > 0).map(([part, minutes]) => `${part} ${formatDuration(minutes * 60)}`);
}
