import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReviewCard } from '#contract/practice/practice.contract.ts';
import { pictureOf } from '#frontend/lib/courses/picture-address.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';

/** The source of a question: the cover of its course, and a link to its lesson. Beside the question; above it on a phone. */
export function QuestionSource({ card }: { readonly card: ReviewCard }) {
  const { course_id: courseId, course_title: title, cover } = card;
  return (
    <Box sx={{ display: 'flex', flexDirection: { xs: 'row', md: 'column' }, alignItems: { xs: 'center', md: 'stretch' }, gap: 1.5 }}>
      <Box sx={{ flex: 'none', width: { xs: 88, md: '100%' } }}>
        <CourseCover title={title} picture={cover && pictureOf(courseId, cover, 'small')} isFirst />
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2" color="textSecondary">
          <CourseTitle title={title} language={card.language} />
        </Typography>
        <Typography variant="body2">
          <TextLink
            dir="auto"
            to="/courses/$courseId/learn/$module/$lesson"
            params={{ courseId, module: String(card.module), lesson: String(card.lesson) }}
          >
            <FormulaText text={card.lesson_title} dir="rtl" />
          </TextLink>
        </Typography>
      </Box>
    </Box>
  );
}
