import Button from '@mui/material/Button';
import type { MarketCourse, MarketStanding } from '#contract/market/market.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { useVersionUpdate } from './market-queries.ts';
import { Note } from './note.tsx';

interface WayInProps {
  readonly course: MarketCourse;
  readonly own: MarketStanding;
}

/** The link into a course for those who have it: its creator's desk, or its lessons with how far one is. */
export function WayIn({ course, own }: WayInProps) {
  const update = useVersionUpdate(course.id);
  if (own.is_creator || own.course_id === null) {
    return (
      <LinkButton to="/studio/courses/$courseId" params={{ courseId: course.id }} variant="outlined" color="inherit">
        {t('Your own course: open it in the studio')}
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton to="/courses/$courseId" params={{ courseId: own.course_id }} variant="contained">
        {own.progress > 0 ? t('Keep learning') : t('Start learning')}
      </LinkButton>
      <ProgressMeter label={t('Progress of {title}', { title: course.title })} value={own.progress} />
      {own.has_update && (
        <>
          <Note>{t('Its creator has published a new version. You keep yours until you take the new one.')}</Note>
          <Button variant="outlined" color="inherit" aria-busy={update.isPending} onClick={() => update.mutate()}>
            {t('Take the new version')}
          </Button>
        </>
      )}
    </>
  );
}
