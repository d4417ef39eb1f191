import { useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { LtiContext } from '#contract/lti/platforms.contract.ts';
import { formatList, formatWhen } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { ltiContexts, ltiMembers, ltiOffers, offerableCourses, usePlatformActions } from './platform-queries.ts';

/** The platforms' classes and their members. */
export function ClassesSection({ userId }: { readonly userId: string }) {
  const { data, error, isPending, refetch } = useQuery(ltiContexts(userId));
  const [shown, setShown] = useState<string | null>(null);
  return (
    <DeskSection
      title={t('Classes on your platforms')}
      about={t('Courses and classes on your platforms, with their member lists. A class appears after its first launch.')}
      entries={
        data?.length
          ? data.map((one) => (
              <ClassEntry
                key={one.context_id}
                userId={userId}
                context={one}
                isOpen={shown === one.context_id}
                onToggle={() => setShown(shown === one.context_id ? null : one.context_id)}
              />
            ))
          : undefined
      }
    >
      {isPending && <LoadingState rows={2} label={t('Loading the classes')} />}
      {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Typography color="textSecondary">{t('No class has opened any content yet.')}</Typography>}
    </DeskSection>
  );
}

interface ClassEntryProps {
  readonly userId: string;
  readonly context: LtiContext;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function rosterWords({ has_roster, members, read_at: at, is_due, problem }: LtiContext): string {
  if (!has_roster) return t('The platform does not provide a member list');
  if (problem !== null) return translateServerText(problem);
  if (is_due) return t('Loading the member list from the platform');
  return at === null
    ? t('The member list has not been loaded yet')
    : t('{n, plural, one {# member} other {# members}}, updated {when}', { n: members, when: formatWhen(at) });
}

function ClassEntry({ userId, context, isOpen, onToggle }: ClassEntryProps) {
  const { context_id: id, title, platform, has_roster: hasRoster, problem } = context;
  const { read } = usePlatformActions(userId);
  return (
    <Entry
      title={<bdi>{title}</bdi>}
      mark={problem === null ? undefined : 'failed'}
      lines={[platform, rosterWords(context)]}
      actions={
        hasRoster && (
          <>
            <Button color="inherit" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? t('Less') : t('Members')}
              <VisuallyHidden>{` ${title}`}</VisuallyHidden>
            </Button>
            <Button color="inherit" aria-busy={read.isPending} onClick={() => read.mutate(id)}>
              {t('Update')}
              <VisuallyHidden>{` ${title}`}</VisuallyHidden>
            </Button>
          </>
        )
      }
    >
      {isOpen && <Members userId={userId} contextId={id} />}
    </Entry>
  );
}

function Members({ userId, contextId }: { readonly userId: string; readonly contextId: string }) {
  const { data, error, refetch } = useQuery(ltiMembers(userId, contextId));
  if (error && !data) return <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState rows={3} label={t('Loading the members')} />;
  return (
    <EntryList aria-label={t('Members')}>
      {data.map((member, at) => (
        <Entry
          // a list that is never reordered
          key={at}
          title={<bdi>{member.name ?? t('No name')}</bdi>}
          lines={[
            formatList(member.roles),
            ...(member.email === null ? [] : [<bdi key="email">{member.email}</bdi>]),
            member.user_id === null ? t('Has not opened any content yet') : t('Has opened content'),
          ]}
        />
      ))}
    </EntryList>
  );
}

/** Courses that teachers can place in their platforms. */
export function OffersSection({ userId }: { readonly userId: string }) {
  const { data, error, isPending, refetch } = useQuery(ltiOffers(userId));
  const courses = useQuery(offerableCourses(userId)).data ?? [];
  const [chosen, setChosen] = useState('');
  const { offer, withdraw } = usePlatformActions(userId);
  const left = courses.filter(({ course_id: id }) => !data?.some((one) => one.course_id === id));
  return (
    <DeskSection
      title={t('Courses for your platforms')}
      about={t(
        'Teachers can add these courses and free courses from the marketplace. Authors offer their own courses; each learner gets their own copy.',
      )}
      entries={
        data?.length
          ? data.map(({ course_id: id, title, author, is_own: isOwn }) => (
              <Entry
                key={id}
                title={<CourseTitle title={title} language={undefined} />}
                lines={[author]}
                actions={
                  isOwn && (
                    <Button color="inherit" aria-busy={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
                      {t('Stop offering')}
                      <VisuallyHidden>{` ${formulaWords(title, undefined)}`}</VisuallyHidden>
                    </Button>
                  )
                }
              />
            ))
          : undefined
      }
    >
      {isPending && <LoadingState rows={2} label={t('Loading the courses')} />}
      {error && !data && <ErrorState title={t('The list could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Typography color="textSecondary">{t('No courses offered yet.')}</Typography>}
      {left.length > 0 && (
        <>
          <SelectField
            label={t('One of your courses')}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            options={[
              { value: '', label: t('Choose a course') },
              ...left.map((course) => ({ value: course.course_id, label: formulaWords(course.title, undefined), dir: 'auto' as const })),
            ]}
          />
          <Button
            variant="outlined"
            color="inherit"
            disabled={chosen === ''}
            aria-busy={offer.isPending}
            onClick={() => offer.mutate(chosen, { onSuccess: () => setChosen('') })}
          >
            {t('Offer this course')}
          </Button>
        </>
      )}
    </DeskSection>
  );
}
