import { useId, useRef, useState } from 'react';
import type { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { tenancyOf } from '#contract/organisations/issuer-tenants.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import type { ProviderFields } from './setup-queries.ts';

type Source = 'address' | 'file' | 'hand';

/** The form's values. */
export interface ProviderValues {
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

/** For an issuer that many organisations share: which of them may come. */
export function TenantField({ form: { register, watch, formState } }: { readonly form: ReturnType<typeof useForm<ProviderValues>> }) {
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
export function Choices<V extends string>({ legend, value, options, onChoose }: ChoicesProps<V>) {
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
  readonly form: ReturnType<typeof useForm<ProviderValues>>;
  readonly source: Source;
  readonly onFile: (text: string) => void;
  /** Whether certificates are stored, which stay if none are given. */
  readonly isStored: boolean;
}

export function SamlFields({ form: { register, formState, setValue }, source, onFile, isStored }: SamlFieldsProps) {
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
