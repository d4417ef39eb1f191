import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatDate, formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { CourseCard } from '#frontend/ui/cards/course-card.tsx';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { ShelfGrid } from '#frontend/ui/frames/shelf-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { NewClassDialog } from './class-form.tsx';
import { ownClasses } from './class-queries.ts';
import { DueCalendar } from './due-calendar.tsx';
import { OwnAssignments } from './own-assignments.tsx';

interface ClassesViewProps {
  readonly userId: string;
  /** Whether the user can set spending limits for classes. */
  readonly mayLimit: boolean;
  /** Whether the user is in an organisation, which can add them to a class. */
  readonly isMember: boolean;
  readonly onOpen: (classId: string) => void;
  readonly onStarted: (courseId: string) => void;
}

/** The term of a class; empty without one. */
export const termWords = ({
  starts_on: from,
  ends_on: until,
}: {
  readonly starts_on: string | null;
  readonly ends_on: string | null;
}): string => {
  if (from && until) return t('{from} to {until}', { from: formatDate(from), until: formatDate(until) });
  return from ? t('From {date}', { date: formatDate(from) }) : until ? t('Until {date}', { date: formatDate(until) }) : '';
};

const roleWord = { administrator: () => t('You manage it'), teacher: () => t('You are a teacher'), student: () => t('You are a student') };

/** A class to open: the user's role, the other people, and the number of things to do. */
function ClassCard({ group }: { readonly group: Class }) {
  const { class_id: classId, name, my_role: role, teachers, students, assignments } = group;
  const term = termWords(group);
  return (
    <CourseCard
      course={{ title: name }}
      to={`/classes/${encodeURIComponent(classId)}`}
      line={<MetaLine facts={[roleWord[role](), teachers.length > 0 && <bdi key="teachers">{formatList(teachers)}</bdi>]} />}
      facts={[
        <MetaLine
          key="facts"
          facts={[
            t('{n, plural, one {# student} other {# students}}', { n: students }),
            t('{n, plural, one {# assignment} other {# assignments}}', { n: assignments }),
            term,
          ]}
        />,
      ]}
    />
  );
}

/**
 * Explains what classes are for, and offers the first step: creating one for users who can teach; for others, that their organisation adds
 * them.
 */
function NoClasses({ isMember, onNew }: { readonly isMember: boolean; readonly onNew: (() => void) | undefined }) {
  return (
    <EmptyState
      isScreen
      subject="classes"
      title={t('No classes yet')}
      actions={
        onNew ? (
          <Button variant="contained" onClick={onNew}>
            {t('New class')}
          </Button>
        ) : (
          <LinkButton to="/organisation" variant="contained">
            {isMember ? t('See your organisation') : t('See what an organisation offers')}
          </LinkButton>
        )
      }
    >
      {onNew ? (
        t('A class shares the same courses and due dates, and you see each student’s progress.')
      ) : (
        <>
          {t('In a class, you and other students work through the same courses, with a teacher and due dates.')}{' '}
          {isMember
            ? t('Your teacher or your organisation adds you.')
            : t('Your school or company sends you a link by email, and then your teacher adds you.')}
        </>
      )}
    </EmptyState>
  );
}

// teachers' names do not fit into half the width of a phone
const ONE_ON_A_PHONE = { gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(15.5rem, 1fr))' } } as const;

/** The user's classes, and their assignments in them. */
export function ClassesView({ userId, mayLimit, isMember, onOpen, onStarted }: ClassesViewProps) {
  const [q, setQ] = useState('');
  const [isArchived, setArchived] = useState(false);
  const [isMaking, setMaking] = useState(false);
  const pages = useInfiniteQuery(ownClasses(userId, { q: useSettled(q, 200), isArchived }));
  const mayCreate = pages.data?.pages[0]?.may_create ?? false;
  const classes = pages.data?.pages.flatMap((page) => page.classes) ?? [];
  const learns = classes.some(({ my_role: role }) => role === 'student');
  // nothing to search, resume or open, so the screen explains what classes are for
  const isBare = pages.isSuccess && classes.length === 0 && q === '' && !isArchived;
  const isLong = q !== '' || isArchived || classes.length > 5;
  // also for a single class, which may be the one that has ended
  const mayResume = mayCreate || isArchived || classes.some(({ my_role: role }) => role !== 'student');
  return (
    <>
      {isBare ? (
        <NoClasses isMember={isMember} onNew={mayCreate ? () => setMaking(true) : undefined} />
      ) : (
        <>
          {learns && !isArchived && (
            <RuledSection title={t('Assigned to you')}>
              <OwnAssignments
                userId={userId}
                isOpen
                onStarted={onStarted}
                empty={<EmptyState subject="done" title={t('All done: you have completed everything assigned to you')} />}
              />
            </RuledSection>
          )}
          <RuledSection
            title={t('Your classes')}
            aside={
              mayCreate && (
                <Button variant="contained" onClick={() => setMaking(true)}>
                  {t('New class')}
                </Button>
              )
            }
          >
            <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
              {isLong && mayResume && (
                <ActionRow>
                  <SearchField label={t('Search by name')} value={q} onChange={({ target }) => setQ(target.value)} />
                </ActionRow>
              )}
              <PagedList
                pages={pages}
                rowsOf={(page) => page.classes}
                failed={t('Your classes could not be loaded')}
                loading={t('Loading your classes')}
                placeholders={4}
                empty={<EmptyState subject="search" title={t('No class matches')} />}
              >
                {(rows, list) => (
                  <ShelfGrid ref={list} aria-label={t('Your classes')} sx={ONE_ON_A_PHONE}>
                    {rows.map((group) => (
                      <li key={group.class_id}>
                        <ClassCard group={group} />
                      </li>
                    ))}
                  </ShelfGrid>
                )}
              </PagedList>
            </Stack>
          </RuledSection>
        </>
      )}
      {/* always at the same position in the tree, so that it keeps the focus when pressed */}
      {mayResume && (
        <ActionRow>
          <SwitchField label={t('Ended classes')} checked={isArchived} onChange={({ target }) => setArchived(target.checked)} />
        </ActionRow>
      )}
      {learns && !isArchived && <DueCalendar userId={userId} />}
      {isMaking && <NewClassDialog userId={userId} mayLimit={mayLimit} onMade={onOpen} onClose={() => setMaking(false)} />}
    </>
  );
}
