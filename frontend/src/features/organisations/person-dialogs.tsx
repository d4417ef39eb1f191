import { useState } from 'react';
import Alert from '@mui/material/Alert';
import type { OrganisationPerson } from '#contract/organisations/organisation.contract.ts';
import { rolesToGive, type OrganisationRole } from '#contract/organisations/roles.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { shownAddress } from '#frontend/lib/shown-address.ts';
import { t } from '#frontend/lib/text.ts';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { giverAbout, nameOf, roleAbout, roleName } from './organisation-words.ts';
import { useAuthorise, useChangeRole, useLeave, useRemove } from './organisation-queries.ts';

interface PersonDialogProps {
  readonly userId: string;
  readonly person: OrganisationPerson;
  readonly onClose: () => void;
}

const failed = (error: Error | null) => error && errorText(error, t('That did not work.'));

/** Chooses another role from those that the user can assign. */
export function RoleDialog({ userId, person, ownRole, onClose }: PersonDialogProps & { readonly ownRole: OrganisationRole }) {
  const change = useChangeRole(userId, onClose);
  const options = rolesToGive(ownRole);
  const [role, setRole] = useState(person.role);
  const given = giverAbout(person);
  return (
    <ConfirmDialog
      title={t('Role of {name}', { name: nameOf(person) })}
      act={t('Save')}
      isDestructive={false}
      isPending={change.isPending}
      error={failed(change.error)}
      onConfirm={() => (role === person.role ? onClose() : change.mutate({ personId: person.person_id, role }))}
      onClose={onClose}
    >
      {given !== null && <p>{given}</p>}
      <SelectField
        label={t('Role')}
        value={role}
        options={options.map((one) => ({ value: one, label: roleName(one) }))}
        onChange={({ target }) => setRole(options.find((one) => one === target.value) ?? role)}
        helper={roleAbout(role)}
      />
      {person.user_id === userId && role !== person.role && (
        <Alert severity="warning" sx={{ marginBlockStart: 2 }}>
          {t('This is your own role. You cannot undo this yourself: another owner or administrator must do it.')}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

/** Gives the school's consent for a member under 13, with its legal basis, or withdraws it. */
export function AuthoriseDialog({ userId, person, onClose }: PersonDialogProps) {
  const authorise = useAuthorise(userId, onClose);
  const [reason, setReason] = useState('');
  const isGiven = person.authorised === true;
  const values = { name: nameOf(person) };
  return (
    <ConfirmDialog
      title={isGiven ? t('Withdraw the authorisation of {name}?', values) : t('Authorise {name}, who is under 13', values)}
      act={isGiven ? t('Take it back') : t('Authorise')}
      isDestructive={isGiven}
      isPending={authorise.isPending}
      error={failed(authorise.error)}
      onConfirm={() => authorise.mutate({ personId: person.person_id, authorised: !isGiven, ...(!isGiven && { reason }) })}
      onClose={onClose}
    >
      {isGiven ? (
        <p>{t('Features that need consent from a parent or the school are turned off again for this member.')}</p>
      ) : (
        <>
          <p>{t('Your name, the day and the reason are kept, and the member sees them. The record ends when the member leaves.')}</p>
          <TextField
            label={t('Reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={300}
            helper={t('For example, where the parents’ signed consent is filed.')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Explains what ends and what stays, and asks for confirmation before a member is removed or an invite is revoked. */
export function RemoveDialog({ userId, person, onClose }: PersonDialogProps) {
  const remove = useRemove(userId, onClose);
  const isMember = person.state === 'joined';
  const name = nameOf(person);
  return (
    <ConfirmDialog
      title={isMember ? t('Remove {name}?', { name }) : t('Withdraw the invite to {email}?', { email: shownAddress(person) })}
      act={isMember ? t('Remove') : t('Withdraw')}
      isPending={remove.isPending}
      error={failed(remove.error)}
      onConfirm={() => remove.mutate(person.person_id)}
      onClose={onClose}
    >
      {isMember ? (
        <>
          <p>{t('Their seat becomes free and they no longer use the pool. Their work in progress will be finished.')}</p>
          <p>{t('They leave its classes, and their API keys for the organisation and any school authorisation are revoked.')}</p>
          {person.ends_sessions && (
            <p>
              {t(
                'Because their address belongs to the organisation, they are signed out everywhere, and their personal API keys and connected apps are revoked.',
              )}
            </p>
          )}
          <p>{t('They keep their account, courses and own tokens, and get an email that explains this.')}</p>
        </>
      ) : (
        <p>{t('The link in the email stops working, and the seat becomes free.')}</p>
      )}
    </ConfirmDialog>
  );
}

interface LeaveDialogProps {
  readonly userId: string;
  readonly name: string;
  readonly signsOut: boolean;
  readonly onClose: () => void;
}

/** Explains what ends and what stays, and asks for confirmation before the user leaves. */
export function LeaveDialog({ userId, name, signsOut, onClose }: LeaveDialogProps) {
  const leave = useLeave(userId, onClose);
  return (
    <ConfirmDialog
      title={t('Leave {name}?', { name })}
      act={t('Leave')}
      isPending={leave.isPending}
      error={failed(leave.error)}
      onConfirm={() => leave.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t('You no longer spend from its pool, and leave its classes. API keys that you made for it are revoked.')}</p>
      {signsOut && (
        <p>
          {t(
            'You are signed out everywhere, and your own API keys and connected apps are revoked, because your address belongs to the organisation.',
          )}
        </p>
      )}
      <p>{t('Your account, your courses and your own tokens stay yours. To rejoin, you need a new invite.')}</p>
    </ConfirmDialog>
  );
}
