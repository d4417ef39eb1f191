import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { categoryWord, difficultyWord, priceWord } from '#frontend/lib/courses/course-words.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { formatDollars, formatList, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { completionWord, hoursWord, ratingWord } from './course-words.ts';

interface CourseProps {
  readonly course: CreatorCourse;
}

/** A course's texts as its readers will see them. */
export function CourseReading({ course: { description, objectives, prerequisites } }: CourseProps) {
  return (
    <>
      <Part title={t('About the course')} text={description} />
      {objectives !== '' && <Part title={t('What you will learn')} text={objectives} />}
      {prerequisites !== '' && <Part title={t('What you need before')} text={prerequisites} />}
    </>
  );
}

/** What only its creator sees. */
export function CourseFigures({ course }: CourseProps) {
  return (
    <FactStrip
      facts={[
        { name: t('Students'), figure: formatNumber(course.students) },
        { name: t('Revenue'), figure: formatDollars(course.revenue) },
        { name: t('Rating'), figure: ratingWord(course) },
        { name: t('Completion'), figure: completionWord(course) },
      ]}
    />
  );
}

/** Beside the texts: the cover and the terms. */
export function CourseFacts({ course }: CourseProps) {
  const { tags, category, duration } = course;
  return (
    <Stack sx={{ gap: 2.5 }}>
      <CourseCover title={course.title} category={category} isFirst />
      <FactList
        title={t('At a glance')}
        facts={[
          [t('Price'), priceWord(course.price)],
          [t('Difficulty'), difficultyWord(course.difficulty)],
          ...(duration === null ? [] : [[t('Duration'), hoursWord(duration)] as const]),
          ...(category === null ? [] : [[t('Category'), categoryWord(category)] as const]),
          ...(tags.length === 0 ? [] : [[t('Tags'), formatList(tags)] as const]),
        ]}
      />
    </Stack>
  );
}

/** Plain text as typed: line breaks stay, and it has its own direction. */
function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <SectionCard title={title}>
      <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </SectionCard>
  );
}

function FactList({ title, facts }: { readonly title: string; readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <SectionCard title={title}>
      <Stack component="dl" sx={{ margin: 0, gap: 1 }}>
        {facts.map(([name, value]) => (
          <Stack key={name} direction="row" useFlexGap sx={{ flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ marginInlineStart: 0, overflowWrap: 'anywhere' }}>
              <bdi dir="auto">{value}</bdi>
            </Typography>
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  );
}
