import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { OrganisationDomain } from '#contract/organisations/sign-in.contract.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import { useAddDomain, useChangeDomain, useCheckDomain, useRemoveDomain } from './setup-queries.ts';

interface DomainSectionProps {
  readonly userId: string;
  readonly domains: readonly OrganisationDomain[];
}

/** The organisation's email domains: claimed here, verified by a DNS record. */
export function DomainSection({ userId, domains }: DomainSectionProps) {
  const [typed, setTyped] = useState('');
  const [removing, setRemoving] = useState<string | null>(null);
  const add = useAddDomain(userId);
  const check = useCheckDomain(userId);
  const change = useChangeDomain(userId);
  const remove = useRemoveDomain(userId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') add.mutate(typed.trim().toLowerCase(), { onSuccess: () => setTyped('') });
  };
  const failure =
    (add.error && errorText(add.error, t('The domain could not be added.'))) ??
    (check.error && errorText(check.error, t('The domain could not be checked.'))) ??
    (change.error && errorText(change.error, t('The domain could not be changed.')));
  return (
    <DeskSection
      title={t('Domains')}
      about={t(
        'Everyone with an email address at a verified domain belongs to your organisation. We trust your provider’s confirmation of the address, and a domain can belong to only one organisation.',
      )}
      entries={
        domains.length > 0
          ? domains.map((one) => (
              <DomainEntry
                key={one.domain}
                domain={one}
                isChecking={check.isPending && check.variables === one.domain}
                onCheck={() => check.mutate(one.domain)}
                onJoins={(joins) => change.mutate({ domain: one.domain, joins })}
                onRemove={() => setRemoving(one.domain)}
              />
            ))
          : undefined
      }
    >
      <Stack component="form" sx={{ gap: 1.5, alignItems: 'flex-start' }} noValidate onSubmit={submit}>
        <TextField
          label={t('Domain')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          maxLength={253}
          helper={t('The part after @, such as school.example.')}
        />
        <FormMessage message={failure ? { kind: 'error', text: failure } : null} />
        <Button type="submit" variant="outlined" color="inherit" aria-busy={add.isPending}>
          {t('Add the domain')}
        </Button>
      </Stack>
      {removing !== null && (
        <ConfirmDialog
          title={t('Remove {name}?', { name: removing })}
          act={t('Remove')}
          isPending={remove.isPending}
          error={remove.error && errorText(remove.error, t('The domain could not be removed.'))}
          onConfirm={() => remove.mutate(removing, { onSuccess: () => setRemoving(null) })}
          onClose={() => setRemoving(null)}
        >
          <p>{t('Your provider can no longer vouch for its addresses, and another organisation can verify the domain.')}</p>
        </ConfirmDialog>
      )}
    </DeskSection>
  );
}

interface DomainEntryProps {
  readonly domain: OrganisationDomain;
  readonly isChecking: boolean;
  readonly onCheck: () => void;
  readonly onJoins: (joins: boolean) => void;
  readonly onRemove: () => void;
}

function stateOf({ verified_at: verified, missing_since: missing, checked_at: checked }: OrganisationDomain): string {
  if (verified === null) return checked === null ? t('Not verified yet') : t('Not verified: the record was not found');
  if (missing !== null)
    return t('The record has been missing since {date}. Without it the domain is given up after two weeks.', { date: formatDate(missing) });
  return t('Verified on {date}', { date: formatDate(verified) });
}

function DomainEntry({ domain: one, isChecking, onCheck, onJoins, onRemove }: DomainEntryProps) {
  const { domain, verified_at: verified, missing_since: missing } = one;
  const isWanting = verified === null || missing !== null;
  return (
    <Entry
      title={<bdi>{domain}</bdi>}
      mark={missing !== null ? 'attention' : verified === null ? 'new' : undefined}
      lines={[stateOf(one)]}
      actions={
        <>
          {isWanting && (
            <Button variant="outlined" color="inherit" aria-busy={isChecking} onClick={onCheck}>
              {t('Check now')}
              <VisuallyHidden> {domain}</VisuallyHidden>
            </Button>
          )}
          <Button color="inherit" onClick={onRemove}>
            {t('Remove')}
            <VisuallyHidden> {domain}</VisuallyHidden>
          </Button>
        </>
      }
    >
      {isWanting && (
        <Stack sx={{ gap: 1, maxWidth: 560 }}>
          <Typography variant="body2">{t('Add this record to your DNS, then check:')}</Typography>
          <TextField label={t('Name of the TXT record')} readOnly isSource value={one.record_name} />
          <TextField label={t('Value')} readOnly isSource value={one.record_value} />
        </Stack>
      )}
      {verified !== null && (
        <SwitchField
          label={
            <>
              {t('People with an address at this domain can join on their own while there are seats')}
              <VisuallyHidden> {domain}</VisuallyHidden>
            </>
          }
          helper={t(
            'They join once they have confirmed their address. If single sign-on is enforced, they join by signing in through it instead.',
          )}
          checked={one.joins}
          onChange={({ target }) => onJoins(target.checked)}
        />
      )}
    </Entry>
  );
}
