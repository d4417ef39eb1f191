import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MarketCourse } from '#contract/market/market.contract.ts';
import { priceWord } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { MarketCard, MarketCourseFacts, MarketCourseText } from './market-course-parts.tsx';

interface MarketPreviewProps {
  /** The current course, saved or not. */
  readonly course: MarketCourse;
  /** Renders a lesson that everybody can read before buying. */
  readonly renderLesson: (lessonId: string) => ReactNode;
}

/** A preview for the creator: the course as a card on the market's shelf, and its page below. */
export function MarketPreview({ course, renderLesson }: MarketPreviewProps) {
  return (
    <Stack sx={{ gap: 2.5 }}>
      <SectionCard title={t('On the shelf')} line={t('The cover is drawn from the title and the category.')}>
        <Box sx={{ maxWidth: 300 }}>
          <MarketCard course={course} heading="h3" isPreview />
        </Box>
      </SectionCard>
      <SectionCard title={t('Marketplace page')}>
        <Typography variant="h2" component="p" sx={{ overflowWrap: 'anywhere', marginBlockEnd: 1.5 }}>
          <CourseTitle title={course.title} language={course.language} />
        </Typography>
        <Typography variant="h5" component="p">
          {priceWord(course.price)}
        </Typography>
        <Box sx={{ marginBlockEnd: 2.5 }}>
          <MarketCourseFacts course={course} />
        </Box>
        <MarketCourseText course={course} isCreator={false} renderLesson={renderLesson} />
      </SectionCard>
    </Stack>
  );
}
