import Grid from '@mui/material/Grid';
import Typography from '@mui/material/Typography';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { AnalyticsParts } from './analytics-parts.tsx';
import { engagementFacts, notMeasuredWords } from './figure-words.ts';
import { StopsByCourse } from './lesson-stops.tsx';
import { RevenueExplorer } from './revenue-explorer.tsx';

/**
 * What a creator may want to improve: how students learn, where they stop, and what was sold when and how (CRE-11…13). A single line names
 * the figures that are not measured (G46).
 */
export function AnalyticsView({ userId }: { readonly userId: string }) {
  return (
    <>
      <AnalyticsParts userId={userId}>
        {(analytics) => {
          const facts = engagementFacts(analytics);
          return (
            <>
              {facts.length > 0 && <FactStrip facts={facts} />}
              <Typography variant="body2" color="textSecondary" sx={{ marginBlockEnd: 2 }}>
                {notMeasuredWords(analytics)}
              </Typography>
            </>
          );
        }}
      </AnalyticsParts>
      <Grid container spacing={2}>
        <Grid size={{ xs: 12, lg: 'grow' }}>
          <RevenueExplorer userId={userId} />
        </Grid>
        {/* empty before a course is published */}
        <Grid size={{ xs: 12, lg: 5 }} sx={{ '&:empty': { display: 'none' } }}>
          <StopsByCourse userId={userId} />
        </Grid>
      </Grid>
    </>
  );
}
