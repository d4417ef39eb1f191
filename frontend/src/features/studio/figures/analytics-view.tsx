import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { AnalyticsParts } from './analytics-parts.tsx';
import { engagementFacts } from './figure-words.ts';
import { StopsByCourse } from './lesson-stops.tsx';
import { RevenueExplorer } from './revenue-explorer.tsx';

/**
 * What a creator should change: how students learn, where they stop, and what was sold when and how (CRE-11…13). Figures that are not measured
 * say so (G46).
 */
export function AnalyticsView({ userId }: { readonly userId: string }) {
  return (
    <>
      <AnalyticsParts userId={userId}>{(analytics) => <FactStrip facts={engagementFacts(analytics)} />}</AnalyticsParts>
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, lg: 7 }}>
          <RevenueExplorer userId={userId} />
        </Grid>
        <Grid size={{ xs: 12, lg: 5 }}>
          <Stack sx={{ gap: 2 }}>
            <StopsByCourse userId={userId} />
            <SectionCard title={t('Demographics')}>{t('No data yet: the ages of your students are not known.')}</SectionCard>
            <SectionCard title={t('Learning outcomes')}>
              {t('No data yet: what your students have mastered and reached is not measured.')}
            </SectionCard>
          </Stack>
        </Grid>
      </Grid>
    </>
  );
}
