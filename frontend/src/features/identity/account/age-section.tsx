import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askParent, type AgePage } from '#contract/identity/age.contract.ts';
import type { AgeRefusal } from '#contract/platform/age-rules.ts';
import { agePage, ruleName } from '#frontend/lib/age/age-rules.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatList } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { Entry } from '#frontend/ui/list/entry-list.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { Fields } from '../form-column.tsx';

/**
 * Which features are off at the user's age and why, who has consented, and for users under 18 the form to ask a parent. Renders nothing for
 * adults.
 */
export function AgeSection({ userId }: { readonly userId: string }) {
  const { data } = useQuery(agePage(userId));
  const off = data?.rules.filter(({ refusal }) => refusal !== null) ?? [];
  if (!data || (off.length === 0 && data.consents.length === 0)) return null;
  const reasons = [...new Set(off.flatMap(({ refusal }) => refusal ?? []))];
  const isYoung = data.band === 'child' || data.band === 'minor';
  return (
    <DeskSection
      title={t('Features that depend on your age')}
      entries={reasons.map((reason) => (
        <Entry
          key={reason}
          title={offWords(reason)}
          lines={[formatList(off.filter(({ refusal }) => refusal === reason).map(({ rule }) => ruleName(rule)))]}
        />
      ))}
    >
      {(isYoung || data.consents.length > 0) && (
        <>
          {data.consents.includes('parent') && <Typography>{t('A parent has agreed.')}</Typography>}
          {data.consents.includes('school') && <Typography>{schoolWords(data.school)}</Typography>}
          {isYoung && <AskParent userId={userId} page={data} />}
        </>
      )}
    </DeskSection>
  );
}

/** Who consented for the school, when and why, as the school records it. */
function schoolWords(school: AgePage['school']): string {
  if (!school) return t('Your school has agreed.');
  const { organisation, recorded_by: name, reason } = school;
  const date = formatDate(school.given_at);
  const who =
    name === null
      ? t('{organisation} agreed on {date}.', { organisation, date })
      : t('{name} agreed for {organisation} on {date}.', { name, organisation, date });
  const why = reason === null ? '' : ` ${t('Reason: {reason}', { reason })}`;
  return `${who}${why} ${t('It ends when you leave.')}`;
}

/** How long features are off, on the page where that can be changed. */
function offWords(reason: AgeRefusal): string {
  if (reason === 'age.unknown') return t('Off until you give your year of birth');
  if (reason === 'age.parent_needed') return t('Off until a parent agrees');
  if (reason === 'age.consent_needed') return t('Off until a parent or your school agrees');
  return t('Off at your age');
}

function AskParent({ userId, page: { asked, consents } }: { readonly userId: string; readonly page: AgePage }) {
  const cache = useQueryClient();
  const { register, handleSubmit, formState } = useForm<{ parent_email: string }>({
    defaultValues: { parent_email: asked?.parent_email ?? '' },
  });
  const ask = useAction({
    mutationFn: (body: { parent_email: string }) => call(askParent, { body }),
    onSuccess: (page) => cache.setQueryData(agePage(userId).queryKey, page),
  });
  const message = ask.error
    ? ({ kind: 'error', text: errorText(ask.error, t('The email could not be sent.')) } as const)
    : ask.data && ({ kind: 'info', text: t('On its way.') } as const);
  return (
    <>
      {asked && !consents.includes('parent') && (
        <Typography>
          {asked.is_refused
            ? t('{email} has declined.', { email: asked.parent_email })
            : t('We asked {email} on {date} and have not had an answer yet.', {
                email: asked.parent_email,
                date: formatDate(asked.asked_at),
              })}
        </Typography>
      )}
      <Fields noValidate onSubmit={(event) => void handleSubmit((body) => ask.mutate(body))(event)}>
        <TextField
          label={t('Email address of a parent or guardian')}
          type="email"
          autoComplete="off"
          helper={t('The parent gets a link to a page where they can agree or refuse.')}
          error={formState.errors.parent_email?.message}
          {...register('parent_email', { required: t('An email address looks like name@example.com.') })}
        />
        <FormMessage message={message ?? null} />
        <div>
          <Button type="submit" variant="outlined" color="inherit" aria-busy={ask.isPending}>
            {t('Ask for consent')}
          </Button>
        </div>
      </Fields>
    </>
  );
}
