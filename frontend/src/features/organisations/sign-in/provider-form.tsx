import { useId, useRef, useState } from 'react';
import { useFieldArray, useForm } from 'react-hook-form';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MAPPED_ROLES, type SignInConnection } from '#contract/organisations/sign-in.contract.ts';
import { tenancyOf } from '#contract/organisations/issuer-tenants.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { roleWords } from '#frontend/lib/organisation-roles.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { Fold } from '#frontend/ui/fold.tsx';
import { useSaveProvider, type ProviderFields } from './setup-queries.ts';

interface ProviderFormProps {
  readonly userId: string;
  readonly connection: SignInConnection | null;
  /** The organisation's name, from which the initial short name is derived. */
  readonly name: string;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

type Source = 'address' | 'file' | 'hand';

interface Values {
  kind: 'oidc' | 'saml';
  slug: string;
  issuer: string;
  tenants: string;
  client_id: string;
  client_secret: string;
  source: Source;
  metadata_address: string;
  entity_id: string;
  sso_address: string;
  certificates: string;
  allows_unsolicited: boolean;
  joins: boolean;
  attributes: ProviderFields['attributes'];
  roles: ProviderFields['roles'];
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

const valuesOf = (connection: SignInConnection | null, name: string): Values => ({
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

function bodyOf(values: Values, metadata: string | null): ProviderFields {
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
  const form = useForm<Values>({ defaultValues: valuesOf(connection, name) });
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
        for (const { path, message } of error instanceof ApiError ? error.errors : []) setError(path as keyof Values, { message });
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

/** For an issuer that many organisations share: which of them may come. */
function TenantField({ form: { register, watch, formState } }: { readonly form: ReturnType<typeof useForm<Values>> }) {
  const tenancy = tenancyOf(watch('issuer').trim());
  if (tenancy.kind !== 'named') return null;
  const { provider, claim, isDomain, isOptional } = tenancy;
  return (
    <TextField
      label={isDomain ? t('Your domains at {provider}', { provider }) : t('Your organisation’s id at {provider}', { provider })}
      required={!isOptional}
      autoComplete="off"
      helper={
        isDomain
          ? t(
              'All organisations of {provider} share this address. Only accounts of these domains can sign in; you must have verified them.',
              {
                provider,
              },
            )
          : t('Only accounts whose claim {claim} has this value can sign in.', { claim })
      }
      error={formState.errors.tenants?.message}
      {...register('tenants', isOptional ? {} : { required: t('This field is required.') })}
    />
  );
}

interface ChoicesProps<V extends string> {
  readonly legend: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string; readonly about?: string }[];
  readonly onChoose: (value: V) => void;
}

/** A choice that determines which fields follow, so all options are visible at once. */
function Choices<V extends string>({ legend, value, options, onChoose }: ChoicesProps<V>) {
  const name = useId();
  return (
    <Stack component="fieldset" sx={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <FormLabel component="legend" sx={{ padding: 0 }}>
        {legend}
      </FormLabel>
      {options.map((option) => (
        <ChoiceRow
          key={option.value}
          name={name}
          label={option.label}
          isChosen={option.value === value}
          onChoose={() => onChoose(option.value)}
        >
          {option.about !== undefined && (
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {option.about}
            </Typography>
          )}
        </ChoiceRow>
      ))}
    </Stack>
  );
}

interface SamlFieldsProps {
  readonly form: ReturnType<typeof useForm<Values>>;
  readonly source: Source;
  readonly onFile: (text: string) => void;
  /** Whether certificates are stored, which stay if none are given. */
  readonly isStored: boolean;
}

function SamlFields({ form: { register, formState, setValue }, source, onFile, isStored }: SamlFieldsProps) {
  const { errors } = formState;
  const [name, setName] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Choices
        legend={t('Metadata')}
        value={source}
        options={[
          {
            value: 'address',
            label: t('From an address'),
            about: t('It is read again every day, and new certificates are added automatically.'),
          },
          { value: 'file', label: t('From a file') },
          { value: 'hand', label: t('Manually') },
        ]}
        onChoose={(value) => setValue('source', value)}
      />
      {source === 'address' && (
        <TextField
          label={t('Metadata URL')}
          required
          autoComplete="off"
          error={errors.metadata_address?.message}
          {...register('metadata_address', { required: t('This field is required.') })}
        />
      )}
      {source === 'file' && (
        <ActionRow sx={{ marginBlock: 0 }}>
          <input
            ref={field}
            type="file"
            hidden
            accept=".xml,application/xml,text/xml"
            aria-label={t('Metadata file')}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (!file) return;
              setName(file.name);
              void file.text().then(onFile);
            }}
          />
          <Button variant="outlined" color="inherit" onClick={() => field.current?.click()}>
            {t('Choose the file')}
          </Button>
          {name !== null && (
            <Typography component="span" sx={{ alignSelf: 'center', overflowWrap: 'anywhere' }}>
              <bdi>{name}</bdi>
            </Typography>
          )}
        </ActionRow>
      )}
      {source === 'hand' && (
        <>
          <TextField
            label={t('Provider’s entity ID')}
            required
            autoComplete="off"
            error={errors.entity_id?.message}
            {...register('entity_id', { required: t('This field is required.') })}
          />
          <TextField
            label={t('Sign-in address (redirect)')}
            required
            autoComplete="off"
            error={errors.sso_address?.message}
            {...register('sso_address', { required: t('This field is required.') })}
          />
          <TextField
            label={t('Certificates')}
            multiline
            minRows={4}
            maxRows={12}
            isSource
            required={!isStored}
            autoComplete="off"
            helper={isStored ? t('Leave empty to keep the stored values.') : t('PEM format, one after another.')}
            error={errors.certificates?.message}
            {...register('certificates', isStored ? {} : { required: t('This field is required.') })}
          />
        </>
      )}
      <SwitchField
        label={t('Allow sign-ins that begin at the provider')}
        helper={t(
          'For example, from its app launcher. Leave this off unless you need it: an attacker could sign someone in to the attacker’s account.',
        )}
        {...register('allows_unsolicited')}
      />
    </>
  );
}
