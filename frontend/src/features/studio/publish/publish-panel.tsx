import { useEffect, useState, type ComponentType } from 'react';
import { useLocation } from '@tanstack/react-router';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import type { CourseSummary } from '#contract/courses/courses.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { CreatorCourse } from '#contract/studio/creator-courses.contract.ts';
import { COURSE_PRICE } from '#contract/billing/catalogue.ts';
import {
  chooseContent,
  getPublication,
  publishCourse,
  withdrawCourse,
  type ChecklistItem,
  type Publication,
} from '#contract/market/publication.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { formatCents, formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { CheckCircleIcon, RadioButtonUncheckedIcon } from '#frontend/ui/feature-icons.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { studioKey } from '../studio-key.ts';
import { ChosenLessons, type OwnCourses } from './chosen-lessons.tsx';

const itemWord = (item: ChecklistItem['item']): string =>
  ({
    content: t('A course with lessons is chosen'),
    whole: t('All planned lessons are written'),
    title: t('Has a title'),
    description: t('Its description has at least 40 characters'),
    category: t('Has a category'),
    outcomes: t('States what learners will learn'),
    price: t('Free, or priced from {from} to {to}', {
      from: formatCents(COURSE_PRICE.lowest_cents),
      to: formatCents(COURSE_PRICE.highest_cents),
    }),
    age_group: t('States who it is for'),
    rights: t('You have the rights to all its content'),
    reviewed: t('Every lesson was checked by a second service, or by you'),
    no_notes: t('No lesson has unresolved notes from its check'),
    related: t('The title and the lessons have words in common'),
  })[item];

/** Checklist items that are resolved in the fields of the studio's course, and those in the selected text. */
const OF_FIELDS: readonly ChecklistItem['item'][] = ['title', 'description', 'category', 'outcomes', 'price', 'related'];
const OF_TEXT: readonly ChecklistItem['item'][] = ['whole', 'age_group', 'reviewed', 'no_notes'];

interface WayProps {
  readonly item: ChecklistItem['item'];
  readonly courseId: string;
  /** Null if no text is selected. */
  readonly contentId: string | null;
}

/** A missing item, with a link to where it can be resolved unless that is on this page. */
function WayTo({ item, courseId, contentId }: WayProps) {
  if (OF_FIELDS.includes(item))
    return (
      <TextLink to="/studio/courses/$courseId/edit" params={{ courseId }}>
        {itemWord(item)}
      </TextLink>
    );
  if (contentId === null || !OF_TEXT.includes(item)) return itemWord(item);
  return (
    <TextLink to="/courses/$courseId" params={{ courseId: contentId }}>
      {itemWord(item)}
    </TextLink>
  );
}

/** What is still missing before a course can be published, and what is published. */
export const publicationOf = (userId: string, courseId: string) =>
  queryOptions({
    queryKey: [...studioKey(userId), 'publication', courseId],
    queryFn: async ({ signal }) => (await call(getPublication, { params: { course_id: courseId }, signal })).publication,
  });

type Choice = BodyOf<typeof chooseContent>;

const isUnrelated = (error: Error | null): boolean => error instanceof ApiError && error.code === 'market.unrelated';

/** Scrolls to the part that a link pointed to, which is rendered only after its data has loaded. */
function useArrival(id: string): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    if (hash === id) document.getElementById(id)?.scrollIntoView();
  }, [hash, id]);
}

interface PanelProps {
  readonly userId: string;
  readonly course: Pick<CreatorCourse, 'id' | 'title' | 'price'>;
  /** The user's own courses, whose lessons can be published. */
  readonly courses: OwnCourses;
  /** Optional extras of the course whose lessons are published. */
  readonly Extras?: ComponentType<{ readonly userId: string; readonly courseId: string }>;
  /** The course most recently written for this one. */
  readonly writtenId?: string | undefined;
  /** Shows a lesson beside the panel, as learners will read it. */
  readonly onShow?: (lessonId: string) => void;
}

/** The steps of a course from draft to market (G54): its contents, what is missing, and publishing it. */
export function PublishPanel(panel: PanelProps) {
  const { data, error, refetch } = useQuery(publicationOf(panel.userId, panel.course.id));
  if (error && !data) return <ErrorState title={t('The course status could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the course status')} rows={6} />;
  return <Standing {...panel} publication={data} />;
}

function Standing({ userId, course, courses, Extras, writtenId, onShow, publication }: PanelProps & { readonly publication: Publication }) {
  const { id: courseId } = course;
  useArrival('publish');
  const cache = useQueryClient();
  const { content, checklist, status } = publication;
  // published text is read by strangers: the market shows nothing of a creator whose age is unknown or does not allow it
  const refusal = useAgeRefusal(userId, 'chat_with_strangers');
  const [isAskedIfFree, setAskedIfFree] = useState(false);
  const [hasRights, setRights] = useState(checklist.some(({ item, is_done }) => item === 'rights' && is_done));
  const settle = ({ publication: now }: { publication: Publication }) => {
    cache.setQueryData(publicationOf(userId, courseId).queryKey, now);
    void cache.invalidateQueries({ queryKey: studioKey(userId) });
    void cache.invalidateQueries({ queryKey: ['market'] });
  };
  const params = { course_id: courseId };
  const failed = t('The course could not be changed.');
  const onError = (error: Error) => toast('error', errorText(error, failed));
  const choose = useAction({
    mutationFn: (body: Choice) => call(chooseContent, { params, body, fallback: failed }),
    onSuccess: settle,
    onError: (error) => isUnrelated(error) || onError(error),
  });
  const publish = useAction({
    mutationFn: () => call(publishCourse, { params, body: { has_rights: hasRights }, fallback: failed }),
    onSuccess: (answer) => {
      settle(answer);
      toast('success', t('Your course is in the marketplace.'));
    },
    onError,
    onSettled: () => setAskedIfFree(false),
  });
  // a price that was not a number is 0 (CRE-22), so the question prevents giving a course away by mistake
  const publishOrAsk = () => (course.price === 0 && publication.published_at === null ? setAskedIfFree(true) : publish.mutate());
  const withdraw = useAction({
    mutationFn: (to: 'draft' | 'archived') => call(withdrawCourse, { params, body: { to }, fallback: failed }),
    onSuccess: settle,
    onError,
  });
  const isDone = ({ item, is_done }: ChecklistItem) => (item === 'rights' ? hasRights : is_done);
  const isReady = checklist.every((one) => !one.is_required || isDone(one));
  const own = courses.data?.pages.flatMap((page) => page.courses) ?? [];
  return (
    <SectionCard
      id="publish"
      title={t('Publish')}
      line={publication.published_at && t('Published since {date}', { date: formatDate(publication.published_at) })}
    >
      {publication.taken_down_reason !== null && (
        <Alert severity="error" sx={{ marginBlockEnd: 2 }}>
          {t('Our team removed this course from the marketplace: {reason}', { reason: publication.taken_down_reason })}
        </Alert>
      )}
      {refusal !== null && (
        <Alert severity="warning" role="note" sx={{ marginBlockEnd: 2 }}>
          <p>
            {status === 'published'
              ? t('This course is hidden from the marketplace for now; learners who have it keep it.')
              : t('This course cannot be published yet.')}
          </p>
          <AgeReason refusal={refusal} />
        </Alert>
      )}
      <ChosenLessons
        courseId={courseId}
        title={course.title}
        publication={publication}
        courses={courses}
        isDisabled={choose.isPending}
        onChoose={choose.mutate}
        writtenId={writtenId}
        onShow={onShow}
      />
      {isUnrelated(choose.error) && (
        <UnrelatedDialog
          title={course.title}
          chosen={own.find(({ course_id: id }) => id === choose.variables?.content_id)}
          isPending={choose.isPending}
          onConfirm={() => choose.variables && choose.mutate({ ...choose.variables, is_confirmed: true })}
          onClose={choose.reset}
        />
      )}
      {isAskedIfFree && (
        <ConfirmDialog
          title={t('Publish this course for free?')}
          act={t('Publish for free')}
          keep={t('Not yet')}
          isDestructive={false}
          isPending={publish.isPending}
          onConfirm={() => publish.mutate()}
          onClose={() => setAskedIfFree(false)}
        >
          {t('The price is 0, so everyone can get the course for free. You can set a price in its details first.')}
        </ConfirmDialog>
      )}
      {content && publication.may_test && (
        <CheckField
          label={t('To get its certificate, learners must pass a final test drawn from its lesson questions.')}
          checked={publication.has_final_test}
          onChange={({ target }) => choose.mutate({ content_id: content.course_id, has_final_test: target.checked })}
        />
      )}
      {content && Extras && <Extras userId={userId} courseId={content.course_id} />}
      <List dense disablePadding aria-label={t('Before you publish')} sx={{ marginBlock: 1.5 }}>
        {checklist.map((one) => (
          <ListItem key={one.item} disableGutters sx={{ paddingBlock: 0.25 }}>
            <ListItemIcon sx={{ minWidth: 32 }}>
              {isDone(one) ? (
                <CheckCircleIcon fontSize="small" color="success" aria-hidden />
              ) : (
                <RadioButtonUncheckedIcon fontSize="small" aria-hidden />
              )}
            </ListItemIcon>
            <ListItemText>
              {isDone(one) ? itemWord(one.item) : <WayTo item={one.item} courseId={courseId} contentId={content?.course_id ?? null} />}
              {!isDone(one) && (one.is_required ? ` – ${t('missing')}` : ` – ${t('recommended')}`)}
            </ListItemText>
          </ListItem>
        ))}
      </List>
      <CheckField
        label={t('I have the rights to publish and sell all of this course.')}
        checked={hasRights}
        onChange={({ target }) => setRights(target.checked)}
      />
      <ActionRow>
        <Button
          variant="contained"
          disabled={!isReady || refusal !== null || (status === 'published' && !publication.has_changes)}
          aria-busy={publish.isPending}
          onClick={publishOrAsk}
        >
          {status === 'published' ? t('Publish the changes') : t('Publish')}
        </Button>
        {status === 'published' && (
          <>
            <LinkButton to="/market/$courseId" params={{ courseId }} variant="outlined" color="inherit">
              {t('See it in the marketplace')}
            </LinkButton>
            <Button color="inherit" aria-busy={withdraw.isPending} onClick={() => withdraw.mutate('draft')}>
              {t('Remove it from the marketplace')}
            </Button>
          </>
        )}
        {status === 'draft' && (
          <Button color="inherit" aria-busy={withdraw.isPending} onClick={() => withdraw.mutate('archived')}>
            {t('Archive')}
          </Button>
        )}
        {status === 'archived' && (
          <Button color="inherit" aria-busy={withdraw.isPending} onClick={() => withdraw.mutate('draft')}>
            {t('Restore from the archive')}
          </Button>
        )}
      </ActionRow>
      {status === 'published' && publication.has_changes && (
        <Alert severity="info" role="note" sx={{ marginBlockStart: 2 }}>
          {t('The lessons have changed since you published them. Learners keep their version until they update.')}
        </Alert>
      )}
    </SectionCard>
  );
}

interface UnrelatedDialogProps {
  /** Title of the course to be published. */
  readonly title: string;
  /** The course whose lessons were selected. */
  readonly chosen: CourseSummary | undefined;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before lessons are selected that share no word with the title, because buyers would pay for another subject. */
function UnrelatedDialog({ title, chosen, isPending, onConfirm, onClose }: UnrelatedDialogProps) {
  return (
    <ConfirmDialog
      title={t('Do these lessons belong to “{title}”?', { title })}
      act={t('Use these lessons')}
      keep={t('Choose other lessons')}
      isDestructive={false}
      isPending={isPending}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('The title and the lessons of “{chosen}” have no words in common:', { chosen: chosen?.title ?? '' })}</p>
      <ul>
        {chosen?.modules.flatMap(({ lessons }, module) =>
          lessons.map((lesson, at) => (
            <li key={`${module}_${at}`} dir="auto">
              <FormulaText text={lesson.title} dir="rtl" />
            </li>
          )),
        )}
      </ul>
    </ConfirmDialog>
  );
}
