import { useState, type FormEvent } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { findOrganisationSignIn, startOrganisationSignIn } from '#contract/identity/organisation-sign-in.contract.ts';
import { Column, Fields } from '#frontend/features/identity/form-column.tsx';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';

interface OrganisationStartProps {
  /** An address that the user has already typed. */
  readonly typed: string;
  /** Where to go afterwards: a path of ours. */
  readonly next: string | undefined;
  readonly onBack: () => void;
}

/** Redirects to an organisation's sign-in, found by the user's address or by the name the organisation chose. */
export function OrganisationStart({ typed, next, onBack }: OrganisationStartProps) {
  const [organisation, setOrganisation] = useState(typed);
  const [problem, setProblem] = useState<string | null>(null);
  const start = useAction({
    mutationFn: async (hint: string) => {
      const { found } = await call(findOrganisationSignIn, { body: { organisation: hint } });
      if (!found) return null;
      const params = { connection_id: found.connection_id };
      // lets the provider select the account without asking for the address again
      const body = { ...(next !== undefined && { next }), ...(hint.includes('@') && { login_hint: hint }) };
      return call(startOrganisationSignIn, { params, body });
    },
    onSuccess: (begun) => {
      if (begun) location.assign(begun.url);
      else setProblem(t('We found no organisation with its own sign-in. Check your entry, or sign in with your password.'));
    },
    onError: (error) => setProblem(errorText(error, t('Login failed'))),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const hint = organisation.trim();
    setProblem(hint === '' ? t('Enter your email address or the name of your organisation.') : null);
    if (hint !== '') start.mutate(hint);
  };
  return (
    <Column>
      <Typography variant="h1" tabIndex={-1}>
        {t('Your organisation’s sign-in')}
      </Typography>
      <Typography color="textSecondary">{t('You sign in with your school or company, then return here.')}</Typography>
      <Fields noValidate onSubmit={submit}>
        <TextField
          label={t('Email or organisation name')}
          required
          autoComplete="username"
          maxLength={254}
          value={organisation}
          onChange={({ target }) => setOrganisation(target.value)}
          helper={t('The name is the short one your administrators gave you, such as green-school.')}
        />
        <FormMessage message={problem === null ? null : { kind: 'error', text: problem }} />
        <Button type="submit" variant="contained" size="large" aria-busy={start.isPending}>
          {t('Continue')}
        </Button>
      </Fields>
      <div>
        <Button color="inherit" onClick={onBack} sx={{ marginInlineStart: -1 }}>
          {t('Sign in another way')}
        </Button>
      </div>
    </Column>
  );
}
