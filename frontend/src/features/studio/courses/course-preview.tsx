import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { categoryWord, difficultyWord, priceWord } from '#frontend/lib/courses/course-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { dollarsOf, type CourseFormValues } from './course-form-values.ts';

/** The course as it will stand on a shelf, while it is typed: its words choose the cover. */
export function CoursePreview({ values: { title, category, difficulty, price } }: { readonly values: CourseFormValues }) {
  return (
    <SectionCard title={t('On the shelf')} line={t('The cover is drawn from the title and the category.')}>
      <Stack sx={{ gap: 1 }}>
        <CourseCover title={title} category={category === '' ? null : category} />
        <Typography variant="h3" component="p" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {title.trim() === '' ? t('Your course') : title}
        </Typography>
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
          <Typography variant="body2" color="textSecondary">
            {[difficultyWord(difficulty), ...(category === '' ? [] : [categoryWord(category)])].join(' · ')}
          </Typography>
          <Typography variant="h6" component="span">
            {priceWord(dollarsOf(price))}
          </Typography>
        </Stack>
      </Stack>
    </SectionCard>
  );
}
