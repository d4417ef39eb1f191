import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { creatorCoursePages } from '../courses/creator-course-queries.ts';
import { studentQuestionsQuery } from '../students/student-queries.ts';

/** So many drafts are named; the others are behind the button. */
const NAMED = 3;

interface NextStepsProps {
  readonly userId: string;
  /** How many courses are not published yet. */
  readonly drafts: number;
}

/** What waits for the creator: questions first, then drafts, each with the way to its publication; money is always a press away. */
export function NextSteps({ userId, drafts }: NextStepsProps) {
  const open = useQuery(studentQuestionsQuery(userId)).data?.open ?? 0;
  const newest = useInfiniteQuery({ ...creatorCoursePages(userId, 'draft'), enabled: drafts > 0 }).data?.pages[0]?.courses ?? [];
  return (
    <SectionCard title={t('What is next')}>
      <Stack sx={{ alignItems: 'flex-start', gap: 1.5 }}>
        {open > 0 && (
          <LinkButton to="/studio/students" variant="contained">
            {t('Answer {n, plural, one {# question} other {# questions}}', { n: open })}
          </LinkButton>
        )}
        {drafts > 0 && (
          <LinkButton
            to="/studio/courses"
            search={{ filter: 'draft' }}
            variant={open > 0 ? 'outlined' : 'contained'}
            color={open > 0 ? 'inherit' : 'primary'}
          >
            {t('Finish {n, plural, one {# draft} other {# drafts}}', { n: drafts })}
          </LinkButton>
        )}
        {newest.slice(0, NAMED).map(({ id, title }) => (
          <TextLink key={id} to="/studio/courses/$courseId" params={{ courseId: id }} hash="publish" sx={{ overflowWrap: 'anywhere' }}>
            {t('Publish “{title}”', { title })}
          </TextLink>
        ))}
        <TextLink to="/studio/analytics">{t('See what to change')}</TextLink>
        <TextLink to="/studio/payouts">{t('Payouts and statements')}</TextLink>
      </Stack>
    </SectionCard>
  );
}
