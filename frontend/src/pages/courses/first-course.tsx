import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Box from '@mui/material/Box';
import { marketPage } from '#frontend/features/courses/market/market-queries.ts';
import { FirstCourseForm } from '#frontend/features/generation/builder/first-course-form.tsx';
import { lessonsText, priceWord } from '#frontend/lib/courses/course-words.ts';
import { marketPictureOf } from '#frontend/lib/courses/picture-address.ts';
import { t } from '#frontend/lib/text.ts';
import { billingKey } from '#frontend/lib/token-balance.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

/** My Courses of somebody who has none yet (CRS-04): the first one in a minute, with a free course of the market beside it. */
export function FirstCourse({ userId }: { readonly userId: string }) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 17.5rem' }, alignItems: 'start' }}>
      <div>
        <SectionHeading>{t('Welcome to Your Learning Journey!')}</SectionHeading>
        <FirstCourseForm
          userId={userId}
          onMore={() => void navigate({ to: '/create' })}
          onStarted={(taskId) => {
            void cache.invalidateQueries({ queryKey: ['runs', userId] });
            // tokens, or a course of the plan, are now reserved
            void cache.invalidateQueries({ queryKey: billingKey(userId) });
            void navigate({ to: '/create/runs/$taskId', params: { taskId } });
          }}
        />
      </div>
      <div>
        <FreeCourse />
        <Box component="p" sx={{ display: 'grid', gap: 1, marginBlock: 2 }}>
          <LinkButton to="/create" variant="outlined" color="inherit">
            {t('Open AI Builder')}
          </LinkButton>
          <LinkButton to="/community" variant="outlined" color="inherit">
            {t('Open Community')}
          </LinkButton>
        </Box>
      </div>
    </Box>
  );
}

/** The free course that most people take. */
function FreeCourse() {
  const { data } = useQuery(marketPage({ price: 'free' }));
  const course = data?.courses[0];
  if (!course) return null;
  return (
    <>
      <SectionHeading aside={<TextLink to="/market">{t('Browse the marketplace')}</TextLink>}>
        {t('Or begin with a free course')}
      </SectionHeading>
      <CourseCard
        course={{ ...course, picture: course.cover && marketPictureOf(course.id, course.cover, 'small') }}
        to={`/market/${course.id}`}
        line={course.creator.name}
        facts={[lessonsText(course.lesson_count), priceWord(course.price)]}
      />
    </>
  );
}
