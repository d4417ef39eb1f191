import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MAX_CLASS_MEMBERS_AT_ONCE, type Class, type ClassMember } from '#contract/classes/classes.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useSettled } from '#frontend/lib/use-settled.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { FacedName } from '#frontend/ui/faces.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { classCandidates, classMembers, useAddMembers, useRemoveMember } from './class-queries.ts';

const TYPING_PAUSE_MS = 200;

interface ClassPeopleProps {
  readonly userId: string;
  readonly group: Class;
}

/** The teachers and students of a class. */
export function ClassPeople({ userId, group }: ClassPeopleProps) {
  const [q, setQ] = useState('');
  const [adding, setAdding] = useState<'student' | 'teacher' | null>(null);
  const [removed, setRemoved] = useState<ClassMember | null>(null);
  const isAdministrator = group.my_role === 'administrator';
  const pages = useInfiniteQuery(classMembers(userId, group.class_id, useSettled(q, TYPING_PAUSE_MS)));
  const remove = useRemoveMember(userId, group.class_id);
  const isLimited = group.tokens_each !== null || group.tokens_all !== null;
  const mayRemove = ({ role, of_group: isOfGroup }: ClassMember) => !isOfGroup && (isAdministrator || (role === 'student' && !isLimited));
  return (
    <RuledSection
      title={t('People')}
      aside={
        !group.archived && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            {isAdministrator && (
              <Button color="inherit" variant="outlined" onClick={() => setAdding('teacher')}>
                {t('Add teachers')}
              </Button>
            )}
            <Button variant="contained" onClick={() => setAdding('student')}>
              {t('Add students')}
            </Button>
          </Stack>
        )
      }
    >
      <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
        {isLimited && !isAdministrator && (
          <p>{t('This class limits what its students spend, so only an administrator can remove students.')}</p>
        )}
        {(q !== '' || group.students > 20) && (
          <SearchField label={t('Search by name or address')} value={q} onChange={({ target }) => setQ(target.value)} />
        )}
        <PagedList
          pages={pages}
          rowsOf={(page) => page.members}
          failed={t('The people could not be loaded')}
          loading={t('Loading the people')}
          empty={
            q === '' ? (
              <EmptyState subject="people" title={t('Nobody is in this class yet')}>
                {t('Add students by name or email.')}
              </EmptyState>
            ) : (
              <EmptyState subject="search" title={t('No one matches')} />
            )
          }
        >
          {(rows, list) => (
            <RowTable
              label={t('People')}
              rows={rows}
              keyOf={({ user_id }) => user_id}
              list={list}
              columns={[
                {
                  name: t('Name'),
                  renderCell: ({ name, user_id: id, ...addressed }) => <FacedName name={name || shownAddress(addressed)} userId={id} />,
                },
                { name: t('Address'), renderCell: (member) => <bdi>{shownAddress(member)}</bdi> },
                { name: t('Role'), renderCell: ({ role }) => (role === 'teacher' ? t('Teacher') : t('Student')) },
                { name: t('Since'), isWhole: true, renderCell: ({ joined_at: at }) => formatDate(at) },
                {
                  name: t('Remove'),
                  isAct: true,
                  renderCell: (member) =>
                    mayRemove(member) && (
                      <Button color="inherit" onClick={() => setRemoved(member)}>
                        {t('Remove')}
                        <VisuallyHidden>{` ${member.name}`}</VisuallyHidden>
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </PagedList>
      </Stack>
      {adding && (
        <AddPeopleDialog
          userId={userId}
          classId={group.class_id}
          memberRole={adding}
          mayInvite={isAdministrator}
          onClose={() => setAdding(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t('Remove {name} from the class?', { name: removed.name || shownAddress(removed) })}
          act={t('Remove')}
          isPending={remove.isPending}
          error={remove.error && errorText(remove.error, t('That did not work.'))}
          onConfirm={() => remove.mutate(removed.user_id, { onSuccess: () => setRemoved(null) })}
          onClose={() => setRemoved(null)}
        >
          <p>{t('They keep the courses they opened and stay in the organisation.')}</p>
        </ConfirmDialog>
      )}
    </RuledSection>
  );
}

interface AddPeopleDialogProps {
  readonly userId: string;
  readonly classId: string;
  readonly memberRole: 'student' | 'teacher';
  /** Whether the user can invite people to the organisation. */
  readonly mayInvite: boolean;
  readonly onClose: () => void;
}

const addressesIn = (text: string): string[] => [...new Set(text.split(/[\s,;<>]+/).filter((one) => one.includes('@')))];

/** Adds members of the organisation, chosen by name or by pasted addresses. */
export function AddPeopleDialog({ userId, classId, memberRole, mayInvite, onClose }: AddPeopleDialogProps) {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [pasted, setPasted] = useState('');
  const { data, error, refetch } = useQuery(classCandidates(userId, classId, useSettled(q, TYPING_PAUSE_MS)));
  const add = useAddMembers(userId, classId);
  const all = [...new Set([...chosen.keys(), ...addressesIn(pasted)])];
  const people = all.slice(0, MAX_CLASS_MEMBERS_AT_ONCE);
  const toggle = (id: string, name: string) => {
    const next = new Map(chosen);
    if (!next.delete(id)) next.set(id, name);
    setChosen(next);
  };
  const submit = () => {
    if (people.length === 0) return;
    add.mutate(
      { people, role: memberRole },
      {
        onSuccess: ({ added, unknown }) => {
          if (added > 0) toast('success', t('{n, plural, one {# person added} other {# people added}}', { n: added }));
          // addresses beyond the limit of one call stay in the field for the next
          const left = [...unknown, ...all.slice(MAX_CLASS_MEMBERS_AT_ONCE)];
          if (left.length === 0) return onClose();
          setChosen(new Map());
          setPasted(left.join('\n'));
        },
      },
    );
  };
  const unknown = add.data?.unknown ?? [];
  return (
    <FormDialog
      title={memberRole === 'teacher' ? t('Add teachers') : t('Add students')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <FormActions
          label={people.length === 0 ? t('Add') : t('Add {n, plural, one {# person} other {# people}}', { n: people.length })}
          isPending={add.isPending}
          isDisabled={people.length === 0}
          onClose={onClose}
        />
      }
    >
      <Stack sx={{ gap: 2.5, paddingBlockStart: 1 }}>
        <SearchField label={t('Find people of your organisation')} value={q} onChange={({ target }) => setQ(target.value)} />
        {error && !data && <ErrorState title={t('The people could not be loaded')} error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label={t('Loading the people')} rows={3} />}
        {data && (
          <div role="group" aria-label={t('People in your organisation')}>
            {data.people.map(({ user_id, name, ...addressed }) => (
              <CheckField
                key={user_id}
                label={
                  <>
                    <bdi>{name || shownAddress(addressed)}</bdi>
                    {name !== '' && (
                      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                        <bdi>{shownAddress(addressed)}</bdi>
                      </Typography>
                    )}
                  </>
                }
                checked={chosen.has(user_id)}
                onChange={() => toggle(user_id, name)}
              />
            ))}
            {data.people.length === 0 && <p>{t('Nobody else in your organisation has that name.')}</p>}
          </div>
        )}
        <TextField
          label={t('Or paste their addresses')}
          multiline
          minRows={2}
          maxRows={8}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
          error={
            unknown.length > 0
              ? mayInvite
                ? t('These do not belong to your organisation yet: {people}', { people: unknown.join(', ') })
                : t('These do not belong to your organisation yet. An administrator can invite them: {people}', {
                    people: unknown.join(', '),
                  })
              : undefined
          }
        />
        {unknown.length > 0 && mayInvite && <TextLink to="/organisation">{t('Invite them to the organisation')}</TextLink>}
      </Stack>
    </FormDialog>
  );
}
