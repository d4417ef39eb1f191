import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { lookup } from '#contract/platform/lookup.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import {
  getRecommendations,
  recommendCourses,
  RECOMMENDATIONS,
  type Recommendation,
  type RecommendationsStanding,
} from '#contract/recommendations/recommendations.contract.ts';
import type { BodyInputOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText, withReason } from '#frontend/lib/api-error.ts';
import { formatDuration, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { textLanguage } from '#frontend/lib/language.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { SectionHeading } from '#frontend/ui/section-heading.tsx';

type Context = BodyInputOf<typeof recommendCourses>['user_context'];
/** The part of the context that comes from the form. */
type FormContext = Omit<NonNullable<Context>, 'saved_courses' | 'completed_courses'>;

/** Polling interval while recommendations are being made, in ms. */
const POLL_MS = 2_000;

const key = (userId: string) => ['recommendations', userId] as const;
const isLive = (standing: RecommendationsStanding | undefined): boolean =>
  standing?.run?.status === 'queued' || standing?.run?.status === 'running';
const recommendationsQuery = (userId: string) =>
  queryOptions({
    queryKey: key(userId),
    queryFn: ({ signal }) => call(getRecommendations, { signal }),
    refetchInterval: ({ state }) => (isLive(state.data) ? POLL_MS : false),
  });

const languageName = (): (typeof LANGUAGES)[number] => LANGUAGES.find((name) => LANGUAGE_CODES[name] === textLanguage()) ?? 'english';
const LANGUAGES = ['english', 'spanish', 'arabic'] as const;

interface PanelProps {
  readonly userId: string;
  /** The current context from the course form. */
  readonly context: () => FormContext;
  /** Titles of the user's saved and completed courses. */
  readonly courses: () => Promise<{ readonly saved_courses: string[]; readonly completed_courses: string[] }>;
  readonly difficultyWord: (difficulty: string) => string;
  /** Fills the form with a course. */
  readonly onPick: (course: Pick<Recommendation, 'title' | 'difficulty' | 'learning_goals'>) => void;
}

/** What to learn next (REC-06): six courses with reasons; one click fills the form with a course. */
export function RecommendationsPanel({ userId, context, courses, difficultyWord, onPick }: PanelProps) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(recommendationsQuery(userId));
  const ask = useAction({
    mutationFn: async () =>
      call(recommendCourses, {
        body: {
          user_context: { ...context(), ...(await courses()) },
          recommendation_count: RECOMMENDATIONS.preset,
          include_insights: true,
          language: languageName(),
        },
        fallback: t('No AI service could recommend courses right now. Please try again later.'),
      }),
    onSuccess: (standing) => cache.setQueryData(key(userId), standing),
    onError: (failed) => {
      // the sign-in screen takes this one's place
      if (isSignedOut(failed)) toast('error', t('Please log in to get personalized recommendations'));
      else void refetch();
    },
  });
  if (error && !data) {
    return (
      <SectionCard title={t('What to learn next')}>
        <ErrorState title={t('The recommendations could not be loaded')} error={error} onRetry={() => void refetch()} />
      </SectionCard>
    );
  }
  const isBusy = ask.isPending || isLive(data);
  const failure =
    ask.error ?? (data?.run?.status === 'failed' && !isBusy ? new Error(withReason(data.run.detail ?? '', data.run.reason)) : null);
  const shown = data?.recommendations ?? [];
  const general = failure ? recommendationsByIndustry(context()?.industry_focus ?? undefined) : [];
  const item = (course: Recommendation) => (
    <Entry
      key={course.id}
      title={
        <span dir="auto">
          <FormulaText text={course.title} dir="rtl" />
        </span>
      }
      lines={[course.reason, <MetaLine key="facts" facts={[difficultyWord(course.difficulty), ...factsOf(course)]} />]}
      actions={
        <Button size="small" variant="outlined" color="inherit" onClick={() => onPick(course)}>
          {t('Fill in the form')}
        </Button>
      }
    />
  );
  return (
    <SectionCard
      title={t('What to learn next')}
      line={t('Free, up to ten times a day, based on the form, your courses and your answers.')}
      aside={data?.created_at && t('Chosen {when}', { when: formatWhen(data.created_at) })}
    >
      {failure && <Alert severity="error">{failureWords(failure)}</Alert>}
      {data !== undefined && data.insights.length > 0 && (
        <Box component="ul" dir="auto" sx={{ marginBlock: 1.5, paddingInlineStart: 2.5 }}>
          {data.insights.map((insight) => (
            <li key={insight}>{insight}</li>
          ))}
        </Box>
      )}
      {shown.length > 0 && <EntryList aria-busy={isBusy}>{shown.map(item)}</EntryList>}
      {general.length > 0 && (
        <>
          <SectionHeading isInner>{t('General picks')}</SectionHeading>
          <EntryList>{general.map(item)}</EntryList>
        </>
      )}
      <ActionRow>
        <Button variant="outlined" color="inherit" aria-busy={isBusy} disabled={isBusy} onClick={() => ask.mutate()}>
          {isBusy ? t('Choosing courses…') : shown.length > 0 ? t('Recommend others') : t('Recommend courses for me')}
        </Button>
        <LinkButton to="/market">{t('Browse the marketplace')}</LinkButton>
      </ActionRow>
    </SectionCard>
  );
}

const isSignedOut = (failure: Error): boolean => failure instanceof ApiError && failure.status === 401;

/** Why recommendations failed; a user whose session has expired is asked to sign in (REC-02). */
const failureWords = (failure: Error): string =>
  isSignedOut(failure)
    ? t('Please log in to get personalized recommendations')
    : errorText(failure, t('No AI service could recommend courses right now. Please try again later.'));

const factsOf = ({ estimated_hours: hours, personalization_score: score }: Recommendation): string[] => [
  formatDuration(hours * 3_600),
  ...(score === null ? [] : [t('{n} of 100 match, rated by the service', { n: formatNumber(score) })]),
];

type GeneralPick = readonly [title: () => string, goals: () => string];

/** Recommendations for every field of work. */
const GENERAL: readonly GeneralPick[] = [
  [() => t('Learning how to learn'), () => t('Plan, practise and remember what you study.')],
  [() => t('Clear writing'), () => t('Write short texts that people understand at first reading.')],
  [() => t('Everyday statistics'), () => t('Read figures and charts without being misled.')],
  [() => t('Speaking in front of others'), () => t('Prepare and give a short talk.')],
  [() => t('Spreadsheets that others can follow'), () => t('Build a table that answers a question.')],
  [() => t('First aid'), () => t('Act in the first minutes of an emergency.')],
];

const BY_INDUSTRY: Readonly<Record<string, readonly GeneralPick[]>> = lookup({
  technology: [
    [() => t('Databases with SQL'), () => t('Ask a database your own questions.')],
    [() => t('Tests for your own code'), () => t('Write tests that find mistakes early.')],
  ],
  business: [
    [() => t('Reading a balance sheet'), () => t('Tell how a company earns and owes.')],
    [() => t('Negotiating'), () => t('Find out what both sides want before you discuss price.')],
  ],
  healthcare: [
    [() => t('Talking about risks'), () => t('Express probabilities in words people understand.')],
    [() => t('Nutrition'), () => t('Compare foods by what matters.')],
  ],
  education: [
    [() => t('Planning a lesson'), () => t('Start from what learners should be able to do.')],
    [() => t('Useful feedback'), () => t('Write comments that change the next piece of work.')],
  ],
  finance: [
    [() => t('Reading a balance sheet'), () => t('Tell how a company earns and owes.')],
    [() => t('Interest and time'), () => t('Work out what a loan or a plan really costs.')],
  ],
  marketing: [
    [() => t('Interviewing customers'), () => t('Ask questions whose answers can surprise you.')],
    [() => t('Measuring a campaign'), () => t('Separate its effect from what would have happened anyway.')],
  ],
  creative: [
    [() => t('Colour'), () => t('Build a palette that works on screen and on paper.')],
    [() => t('Photographing people'), () => t('Use daylight for portraits.')],
  ],
  engineering: [
    [() => t('Technical drawing'), () => t('Draw a part that a workshop can make.')],
    [() => t('Feedback and control'), () => t('Recognise a control loop and tune it.')],
  ],
  science: [
    [() => t('Designing an experiment'), () => t('Before measuring, decide what would change your mind.')],
    [() => t('Reading a scientific paper'), () => t('Judge a study by its methods.')],
  ],
});

const COUNT = 6;

/** Fixed recommendations by industry when no service could make any: not rated by a service, so without a score (REC-04, G41). */
const recommendationsByIndustry = (industry: string | undefined): Recommendation[] =>
  [...(BY_INDUSTRY[industry ?? ''] ?? []), ...GENERAL].slice(0, COUNT).map(([title, goals], place) => ({
    id: `general-${place}`,
    title: title(),
    difficulty: 'beginner',
    duration: '2 weeks',
    rating: null,
    reason: goals(),
    learning_goals: goals(),
    estimated_hours: 6,
    ai_components: [],
    personalization_score: null,
  }));
