import { getCourseContact, saveCourseContact } from '#contract/market/students.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { priceWord } from '#frontend/lib/courses/course-words.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { COURSE_REFUNDS, REFUND_BELOW_PERCENT, REFUND_DAYS } from '#contract/billing/refund-policy.ts';
import { RATE_FROM_PERCENT, type MarketCourse, type MarketStanding } from '#contract/market/market.contract.ts';
import { ApiError, failureText, errorText } from '#frontend/lib/api-error.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { FrameColumns, SideColumn } from '#frontend/ui/frames/frame-box.tsx';
import { EntryList, Entry } from '#frontend/ui/list/entry-list.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { COLUMNS_FROM_PX } from '#frontend/theme/tokens.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { CodeField, type Applied } from './code-field.tsx';
import { marketStanding, previewLesson, useMarketActions, useVersionUpdate } from './market-queries.ts';
import { MarketCourseFacts, MarketCourseText, MarketNote } from './market-course-parts.tsx';
import { AverageStars } from './stars.tsx';
import { RatingForm, ReportDialog } from './rating-form.tsx';
import { MARKET_WORDS } from '#contract/market/market-words.ts';

const LessonMarkdown = lazy(() =>
  import('#frontend/ui/markdown/lesson-markdown.tsx').then((module) => ({ default: module.LessonMarkdown })),
);

interface ViewProps {
  readonly course: MarketCourse;
  /** Null for visitors. */
  readonly userId: string | null;
  /** Navigates to the payment page. */
  readonly onBuy: (code: string | undefined) => Promise<unknown>;
}

/** From this width on, the actions are beside the course. */
const BESIDE = `(min-width: ${COLUMNS_FROM_PX}px)`;

const isOwn = ({ is_creator: isCreator, course_id: copy }: MarketStanding): boolean => isCreator || copy !== null;

/** A course in the market: description, contents, ratings, and the button to get it. */
export function MarketCourseView({ course, userId, onBuy }: ViewProps) {
  const language = languageAttributes(course.language);
  const isBeside = useMediaQuery(BESIDE, { noSsr: true });
  const own = useQuery(marketStanding(userId, course.id)).data?.standing;
  // owners of the course read it: the link into it is below the cover, and everything about buying is gone
  const way = own && isOwn(own) ? <WayIn course={course} own={own} /> : null;
  return (
    <FrameColumns data-columns="main aside">
      <MarketCourseText
        course={course}
        isCreator={own?.is_creator === true}
        below={!isBeside && way && <Card sx={{ display: 'grid', gap: 1.5, padding: 2, marginBlockStart: 2 }}>{way}</Card>}
        renderLesson={(lessonId) => <PublicLesson courseId={course.id} lessonId={lessonId} language={language} />}
      />
      <Having course={course} userId={userId} onBuy={onBuy} way={isBeside ? way : null} />
    </FrameColumns>
  );
}

/** A lesson that everybody can read before buying. */
function PublicLesson({
  courseId,
  lessonId,
  language,
}: {
  courseId: string;
  lessonId: string;
  language: ReturnType<typeof languageAttributes>;
}) {
  const { data, error, refetch } = useQuery(previewLesson(courseId, lessonId));
  if (error && !data) return <ErrorState title={t('The lesson could not be loaded')} error={error} onRetry={() => void refetch()} />;
  const waiting = <LoadingState label={t('Loading the lesson')} rows={6} />;
  if (!data) return waiting;
  return (
    <Suspense fallback={waiting}>
      <LessonMarkdown {...language}>{data.content}</LessonMarkdown>
    </Suspense>
  );
}

/** Why getting the course failed, and what to do about it. */
function failureOf({ enrol, buy }: Pick<ReturnType<typeof useMarketActions>, 'enrol' | 'buy'>): { kind: 'error'; text: string } | null {
  const error = enrol.error ?? buy.error;
  if (!error) return null;
  const text = failureText(error, buy.error ? t('The payment could not be started.') : t('The course could not be added.'));
  const mayPass = error instanceof ApiError && (error.status === 0 || error.status >= 500) && error.code !== 'payments.not_configured';
  return { kind: 'error', text: mayPass ? `${text} ${t('Nothing was charged. Please try again in a few minutes.')}` : text };
}

interface HavingProps extends ViewProps {
  /** The link into the course, if it is shown here. */
  readonly way: ReactNode;
}

/**
 * The price and the button to get the course; for owners the link into it and, at the end of the page on a phone, everything else about it.
 */
function Having({ course, userId, onBuy, way }: HavingProps) {
  const standing = useQuery(marketStanding(userId, course.id));
  const navigate = useNavigate();
  const acts = useMarketActions({
    userId: userId ?? '',
    courseId: course.id,
    onBuy,
    onEnrolled: (courseId) => void navigate({ to: '/courses/$courseId', params: { courseId } }),
  });
  const [isReporting, setReporting] = useState(false);
  const [applied, setApplied] = useState<Applied | null>(null);
  const own = standing.data?.standing;
  const isOwned = own !== undefined && isOwn(own);
  return (
    <SideColumn sx={isOwned ? undefined : { order: -1, [`@media ${BESIDE}`]: { order: 0 } }}>
      <Card component="aside" aria-label={t(MARKET_WORDS.take)} sx={{ display: 'grid', gap: 1.5, padding: { xs: 2, md: 3 } }}>
        {!isOwned && (
          <Typography variant="h5" component="p">
            {priceWord(course.price)}
          </Typography>
        )}
        {course.rating !== null && (
          <div>
            <AverageStars rated={course} />
          </div>
        )}
        {userId === null ? (
          <LinkButton to="/sign-in" search={{ next: `/market/${course.id}` }} variant="contained">
            {course.price === 0 ? t(MARKET_WORDS.sign_in_to_take) : t(MARKET_WORDS.sign_in_to_buy)}
          </LinkButton>
        ) : isOwned ? (
          way
        ) : (
          <>
            <Button
              variant="contained"
              disabled={standing.isPending}
              aria-busy={acts.enrol.isPending || acts.buy.isPending}
              onClick={() => (course.price === 0 ? acts.enrol.mutate() : acts.buy.mutate(applied?.code))}
            >
              {course.price === 0 ? t(MARKET_WORDS.take) : t('Buy for {price}', { price: priceWord(applied?.price ?? course.price) })}
            </Button>
            <FormMessage message={failureOf(acts)} />
          </>
        )}
        {userId !== null && course.price > 0 && own !== undefined && !isOwned && <CodeField courseId={course.id} onApplied={setApplied} />}
        {course.price > 0 && !isOwned && (
          <MarketNote>{t(MARKET_WORDS.money_back, { days: REFUND_DAYS, n: REFUND_BELOW_PERCENT, courses: COURSE_REFUNDS })}</MarketNote>
        )}
        <MarketCourseFacts course={course} />
        {own?.course_id && !own.may_rate && (
          <MarketNote>{t('You can rate it once you have completed {n}%.', { n: RATE_FROM_PERCENT })}</MarketNote>
        )}
        {userId !== null && own?.course_id && <CourseContact userId={userId} courseId={course.id} />}
        {own?.may_rate && (
          <RatingForm
            key={standing.data?.own_rating?.updated_at}
            rating={standing.data?.own_rating ?? null}
            isSaving={acts.rate.isPending}
            onSave={(body) => acts.rate.mutate(body)}
          />
        )}
        {userId !== null && !own?.is_creator && (
          <Button size="small" color="inherit" onClick={() => setReporting(true)}>
            {t('Report this course…')}
          </Button>
        )}
        {isReporting && (
          <ReportDialog
            isSending={acts.report.isPending}
            onClose={() => setReporting(false)}
            onSend={(body) => acts.report.mutate(body, { onSuccess: () => setReporting(false) })}
          />
        )}
      </Card>
    </SideColumn>
  );
}

interface WayInProps {
  readonly course: MarketCourse;
  readonly own: MarketStanding;
}

/** The link into a course that the user has: for its creator the desk, for others the lessons with their progress. */
function WayIn({ course, own }: WayInProps) {
  const update = useVersionUpdate(course.id);
  if (own.is_creator || own.course_id === null) {
    return (
      <LinkButton to="/studio/courses/$courseId" params={{ courseId: course.id }} variant="outlined" color="inherit">
        {t('Your own course: open it in the studio')}
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton to="/courses/$courseId" params={{ courseId: own.course_id }} variant="contained">
        {own.progress > 0 ? t('Keep learning') : t('Start learning')}
      </LinkButton>
      <ProgressMeter label={t('Progress of {title}', { title: course.title })} value={own.progress} />
      {own.has_update && (
        <>
          <MarketNote>{t('The creator has published a new version. You keep yours until you switch.')}</MarketNote>
          <Button variant="outlined" color="inherit" aria-busy={update.isPending} onClick={() => update.mutate()}>
            {t('Update to the new version')}
          </Button>
        </>
      )}
    </>
  );
}

const contactOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: ['market', 'contact', userId, courseId],
    queryFn: ({ signal }) => call(getCourseContact, { params: { course_id: courseId }, signal }),
  });

/** What a student shares with the creator of a course, and the creator's messages to the student. */
function CourseContact({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data } = useQuery(contactOf(userId, courseId));
  const cache = useQueryClient();
  const save = useAction({
    mutationFn: (body: { shares_progress?: boolean; receives_messages?: boolean }) =>
      call(saveCourseContact, { params: { course_id: courseId }, body }),
    onSuccess: (now) => cache.setQueryData(contactOf(userId, courseId).queryKey, now),
    onError: (error) => toast('error', errorText(error, t('Your choice could not be saved.'))),
  });
  if (!data) return null;
  return (
    <RuledSection title={t('You and the creator')}>
      <CheckField
        label={t('Show the creator my name and my progress')}
        checked={data.shares_progress}
        onChange={({ target }) => save.mutate({ shares_progress: target.checked })}
      />
      <CheckField
        label={t('Receive messages from the creator')}
        checked={data.receives_messages}
        onChange={({ target }) => save.mutate({ receives_messages: target.checked })}
      />
      {data.messages.length > 0 && (
        <EntryList aria-label={t('Messages from the creator')}>
          {data.messages.map((message) => (
            <Entry
              key={message.message_id}
              title={
                <bdi>
                  <FormulaText text={message.subject} dir="rtl" />
                </bdi>
              }
              lines={[formatDate(message.sent_at)]}
            >
              <TypedText>{message.text}</TypedText>
            </Entry>
          ))}
        </EntryList>
      )}
    </RuledSection>
  );
}
