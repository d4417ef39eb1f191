import { useQuery } from '@tanstack/react-query';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { studentQuestionsQuery } from '../students/student-queries.ts';

interface NextStepsProps {
  readonly userId: string;
  /** How many courses are not published yet. */
  readonly drafts: number;
}

/** What waits for the creator: questions first, then drafts; money is always a press away. */
export function NextSteps({ userId, drafts }: NextStepsProps) {
  const open = useQuery(studentQuestionsQuery(userId)).data?.open ?? 0;
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
        <TextLink to="/studio/analytics">{t('See what to change')}</TextLink>
        <TextLink to="/studio/payouts">{t('Payouts and statements')}</TextLink>
      </Stack>
    </SectionCard>
  );
}
