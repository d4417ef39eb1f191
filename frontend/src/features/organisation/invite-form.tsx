import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import { INVITE_DAYS, MAX_INVITES_AT_ONCE, type Organisation } from '#contract/billing/organisation.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { malformed, readAddresses } from './address-list.ts';
import { useInvite } from './organisation-queries.ts';

/** Invites several addresses at once; each error is shown beside its address, and nothing is sent until all are right. */
export function InviteForm({ userId, organisation }: { readonly userId: string; readonly organisation: Organisation }) {
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const invite = useInvite(userId);
  const left = Math.max(0, organisation.seats - organisation.seats_taken - organisation.seats_invited);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const addresses = readAddresses(text);
    const wrong = problemsOf(addresses);
    setProblems(wrong);
    if (wrong.length > 0) return;
    invite.mutate(addresses, {
      onSuccess: () => setText(''),
      onError: (error) => setProblems(refusalsOf(error, addresses)),
    });
  };

  if (left === 0) return <p>{t('All seats are taken or reserved for invites. Withdraw an invite or remove a member to free one.')}</p>;
  return (
    <Stack component="form" sx={{ gap: 1.5, alignItems: 'start', marginBlock: 2 }} noValidate onSubmit={submit}>
      <TextField
        label={t('Email addresses')}
        multiline
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        error={problems.length > 0 ? t('No one has been invited yet.') : undefined}
        helper={t('Separate several by commas or lines. Each gets a link that works for {n, plural, one {# day} other {# days}}.', {
          n: INVITE_DAYS,
        })}
      />
      {problems.length > 0 && (
        <Alert severity="error">
          {problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
      <Button type="submit" variant="contained" aria-busy={invite.isPending}>
        {t('Send invites')}
      </Button>
    </Stack>
  );
}

function problemsOf(addresses: readonly string[]): string[] {
  if (addresses.length === 0) return [t('Enter at least one address.')];
  if (addresses.length > MAX_INVITES_AT_ONCE) return [t('At most {n} addresses at once.', { n: MAX_INVITES_AT_ONCE })];
  return malformed(addresses).map((address) => t('{address} is not an email address.', { address }));
}

/** Returns the server's messages by address; else its one sentence. */
function refusalsOf(error: unknown, addresses: readonly string[]): string[] {
  const byAddress = error instanceof ApiError ? error.errors : [];
  if (byAddress.length === 0) return [errorText(error, t('The invites could not be sent.'))];
  return byAddress.map(({ path, message }) => {
    const address = addresses[Number(/^emails\.(\d+)$/.exec(path)?.[1])];
    return address === undefined || message.includes(address) ? message : `${address}: ${message}`;
  });
}
