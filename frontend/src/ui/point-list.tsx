import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { READING_MEASURE } from '#frontend/theme/tokens.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

interface PointListProps {
  readonly points: readonly string[];
  readonly language: TextLanguage;
}

/** The points that a course or a lesson lists about itself: its objectives, its takeaways. */
export function PointList({ points, language }: PointListProps) {
  return (
    <Box component="ul" sx={{ maxWidth: READING_MEASURE, margin: 0, paddingInlineStart: '1.25rem' }} {...language}>
      {points.map((point) => (
        <Typography component="li" key={point} sx={{ paddingBlock: 0.5 }}>
          <FormulaText text={point} dir={language.dir} />
        </Typography>
      ))}
    </Box>
  );
}
