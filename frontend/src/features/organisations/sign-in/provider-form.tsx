import { useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAPPED_ROLES, type SignInConnection } from '#contract/organisations/sign-in.contract.ts';
import { tenancyOf } from '#contract/organisations/issuer-tenants.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { roleWords } from '#frontend/lib/organisation-roles.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { Choices, SamlFields, TenantField, type ProviderValues } from './provider-fields.tsx';
import { useSaveProvider, type ProviderFields } from './setup-queries.ts';

interface ProviderFormProps {
  readonly userId: string;
  readonly connection: SignInConnection | null;
  /** The organisation's name, from which the initial short name is derived. */
  readonly name: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

const SLUG_CHARS = 40;
const NO_NAMES = { subject: '', email: '', first_name: '', last_name: '', role: '' };

/** `Green School` becomes `green-school`; empty if the name has no such letters. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARS)
    .replaceAll(/^-+|-+$/g, '');

const valuesOf = (connection: SignInConnection | null, name: string): ProviderValues => ({
  kind: connection?.kind ?? 'oidc',
  slug: connection?.slug ?? slugOf(name),
  issuer: connection?.kind === 'oidc' ? connection.issuer : '',
  tenants: connection?.tenants.join(', ') ?? '',
  client_id: connection?.client_id ?? '',
  client_secret: '',
  source: connection?.kind === 'saml' && connection.metadata_address === null ? 'hand' : 'address',
  metadata_address: connection?.metadata_address ?? '',
  entity_id: connection?.kind === 'saml' ? connection.issuer : '',
  sso_address: connection?.sso_address ?? '',
  certificates: '',
  allows_unsolicited: connection?.allows_unsolicited ?? false,
  joins: connection?.joins ?? true,
  attributes: connection?.attributes ?? NO_NAMES,
  roles: connection?.roles ?? [],
});

const given = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });

function bodyOf(values: ProviderValues, metadata: string | null): ProviderFields {
  const { kind, slug, allows_unsolicited, joins, attributes, roles, source } = values;
  const both = { kind, slug, allows_unsolicited, joins, attributes, roles };
  if (kind === 'oidc') {
    return {
      ...both,
      ...given('issuer', values.issuer),
      ...(tenancyOf(values.issuer.trim()).kind === 'named' && { tenants: values.tenants.split(/[\s,;]+/).filter((one) => one !== '') }),
      ...given('client_id', values.client_id),
      ...given('client_secret', values.client_secret),
    };
  }
  if (source === 'address') return { ...both, ...given('metadata_address', values.metadata_address) };
  if (source === 'file') return { ...both, ...(metadata !== null && { metadata }) };
  return {
    ...both,
    ...given('entity_id', values.entity_id),
    ...given('sso_address', values.sso_address),
    ...given('certificates', values.certificates),
  };
}

/** Sets up an identity provider: its kind, its address, the names of its attributes, and the roles it assigns. */
export function ProviderForm({ userId, connection, name, onDone, onCancel }: ProviderFormProps) {
  const form = useForm<ProviderValues>({ defaultValues: valuesOf(connection, name) });
  const { register, handleSubmit, watch, setError, control, formState } = form;
  const { errors } = formState;
  const [metadata, setMetadata] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const roles = useFieldArray({ control, name: 'roles' });
  const save = useSaveProvider(userId);
  const [kind, source] = [watch('kind'), watch('source')];
  const submit = handleSubmit((values) => {
    setRefusal(null);
    if (values.kind === 'saml' && values.source === 'file' && metadata === null) return setRefusal(t('Choose the metadata file.'));
    save.mutate(bodyOf(values, metadata), {
      onSuccess: onDone,
      onError: (error) => {
        for (const { path, message } of error instanceof ApiError ? error.errors : []) setError(path as keyof ProviderValues, { message });
        setRefusal(errorText(error, t('The identity provider could not be saved.')));
      },
    });
  });
  const need = { required: t('This field is required.') };
  return (
    <Stack component="form" sx={{ gap: 2 }} noValidate onSubmit={(event) => void submit(event)}>
      <Choices
        legend={t('Kind')}
        value={kind}
        options={[
          { value: 'oidc', label: t('OpenID Connect') },
          { value: 'saml', label: t('SAML 2.0') },
        ]}
        onChoose={(value) => form.setValue('kind', value)}
      />
      <TextField
        label={t('Short name')}
        required
        maxLength={SLUG_CHARS}
        autoComplete="off"
        helper={t('Your members can type it to sign in: lowercase letters, digits and hyphens, such as green-school.')}
        error={errors.slug?.message}
        {...register('slug', need)}
      />
      {kind === 'oidc' ? (
        <>
          <TextField
            label={t('Issuer')}
            required
            autoComplete="off"
            helper={t('An address that begins with https:// and serves the provider’s /.well-known/openid-configuration.')}
            error={errors.issuer?.message}
            {...register('issuer', need)}
          />
          <TenantField form={form} />
          <TextField
            label={t('Client id')}
            required
            autoComplete="off"
            error={errors.client_id?.message}
            {...register('client_id', need)}
          />
          <TextField
            label={t('Client secret')}
            type="password"
            autoComplete="off"
            helper={
              connection?.has_secret ? t('A secret is stored. Leave this empty to keep it.') : t('Stored encrypted, and never shown again.')
            }
            error={errors.client_secret?.message}
            {...register('client_secret')}
          />
        </>
      ) : (
        <SamlFields form={form} source={source} onFile={setMetadata} isStored={connection?.kind === 'saml'} />
      )}
      <SwitchField
        label={t('Everyone who signs in becomes a member while seats are available')}
        helper={t('Otherwise, only members, invited people, and people from a list or your directory.')}
        {...register('joins')}
      />
      <Fold title={t('Attributes and roles')}>
        <Stack sx={{ gap: 2, paddingBlock: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {t('Attribute names from your provider. Leave a field empty to use the names that Entra, Okta and Google usually send.')}
          </Typography>
          <TextField
            label={t('Subject: an identifier that never changes')}
            autoComplete="off"
            maxLength={300}
            {...register('attributes.subject')}
          />
          <TextField label={t('Email')} autoComplete="off" maxLength={300} {...register('attributes.email')} />
          <TextField label={t('First name')} autoComplete="off" maxLength={300} {...register('attributes.first_name')} />
          <TextField label={t('Last name')} autoComplete="off" maxLength={300} {...register('attributes.last_name')} />
          <TextField label={t('Role or groups')} autoComplete="off" maxLength={300} {...register('attributes.role')} />
          <Typography variant="body2" color="textSecondary">
            {t(
              'With rules, the provider decides roles at every sign-in; people who match none become members. Rules never make or remove owners.',
            )}
          </Typography>
          {roles.fields.map((field, place) => (
            <ActionRow key={field.id}>
              <TextField
                label={t('Value {n}', { n: place + 1 })}
                autoComplete="off"
                maxLength={300}
                error={errors.roles?.[place]?.value?.message}
                {...register(`roles.${place}.value`, need)}
              />
              <SelectField
                label={t('Role {n}', { n: place + 1 })}
                options={MAPPED_ROLES.map((role) => ({ value: role, label: roleWords(role) }))}
                {...register(`roles.${place}.role`)}
              />
              <Button color="inherit" onClick={() => roles.remove(place)}>
                {t('Remove rule {n}', { n: place + 1 })}
              </Button>
            </ActionRow>
          ))}
          <div>
            <Button variant="outlined" color="inherit" onClick={() => roles.append({ value: '', role: 'teacher' })}>
              {t('Add a rule')}
            </Button>
          </div>
        </Stack>
      </Fold>
      {connection?.mode === 'enforced' && (
        <Alert severity="info">
          {t('Saving makes the sign-in optional until you have tested it and enforced it again. Nobody is signed out.')}
        </Alert>
      )}
      <FormMessage message={refusal === null ? null : { kind: 'error', text: refusal }} />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={save.isPending}>
          {t('Save')}
        </Button>
        {onCancel && (
          <Button color="inherit" onClick={onCancel}>
            {t('Cancel')}
          </Button>
        )}
      </ActionRow>
    </Stack>
  );
}
