import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { ageGroupOf, difficultyOf, durationOf, readingTimeOf } from '#frontend/features/courses/course-words.ts';

/** What a course says of itself (CRS-05). */
export function CourseFacts({ course }: { readonly course: Course }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('Planned for'), durationOf(course)],
    [t('Difficulty'), difficultyOf(course)],
    [t('Age group'), ageGroupOf(course)],
    [t('Reading'), readingTimeOf(course)],
  ];
  return (
    <Card sx={{ padding: { xs: 2, md: 3 } }}>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))', gap: 2, margin: 0 }}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" variant="subtitle1" sx={{ margin: 0 }}>
                {value}
              </Typography>
            </div>
          ))}
      </Box>
    </Card>
  );
}
