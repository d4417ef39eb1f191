import { useForm } from 'react-hook-form';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { LTI_LIMITS, LTI_PRODUCTS, type LtiPlatform, type LtiProduct } from '#contract/lti/platforms.contract.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { usePlatformActions } from './platform-queries.ts';
import { PRODUCT_NAMES } from './setup-steps.tsx';

interface NewProps {
  readonly userId: string;
  readonly onMade: (made: { readonly platform: LtiPlatform; readonly registration_url: string }) => void;
  readonly onCancel: () => void;
}

/** Starts the registration of a platform. */
export function NewPlatformForm({ userId, onMade, onCancel }: NewProps) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { name: '', product: 'canvas' as LtiProduct, authorised: false },
  });
  const { errors } = formState;
  const { add } = usePlatformActions(userId);
  const submit = handleSubmit(({ name, product }) => add.mutate({ name, product, authorised: true }, { onSuccess: onMade }));
  return (
    <Stack component="form" noValidate aria-label={t('New learning platform')} sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
      <SelectField
        label={t('Platform')}
        options={LTI_PRODUCTS.map((value) => ({ value, label: PRODUCT_NAMES[value]() }))}
        {...register('product')}
      />
      <TextField
        label={t('Display name')}
        required
        maxLength={LTI_LIMITS.name}
        error={errors.name?.message}
        {...register('name', { required: t('Please fill in this field.') })}
      />
      <CheckField
        label={t('Our organisation is allowed to give its learners access, and has parental consent for minors.')}
        required
        error={errors.authorised?.message}
        {...register('authorised', { required: t('Without this confirmation, nobody can sign in.') })}
      />
      <FormMessage message={add.error && { kind: 'error', text: errorText(add.error, t('The learning platform could not be added.')) }} />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={add.isPending}>
          {t('Continue')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}

interface Fields {
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly auth_url: string;
  readonly token_url: string;
  readonly jwks_url: string;
  readonly origins: string;
  readonly deployment_ids: string;
  readonly paused: boolean;
}

const linesOf = (text: string): string[] => text.split(/[\s,،]+/).filter((line) => line !== '');

interface EditProps {
  readonly userId: string;
  readonly platform: LtiPlatform;
  readonly onDone: () => void;
}

/** A platform's registration data: typed in by hand, or as the platform registered itself. */
export function PlatformForm({ userId, platform, onDone }: EditProps) {
  const { register, handleSubmit, formState, setError } = useForm<Fields>({
    defaultValues: {
      name: platform.name,
      issuer: platform.issuer ?? '',
      client_id: platform.client_id ?? '',
      auth_url: platform.auth_url ?? '',
      token_url: platform.token_url ?? '',
      jwks_url: platform.jwks_url ?? '',
      origins: platform.origins.join('\n'),
      deployment_ids: platform.deployment_ids.join('\n'),
      paused: platform.state === 'paused',
    },
  });
  const { errors } = formState;
  const { change } = usePlatformActions(userId);
  const needed = { required: t('Please fill in this field.') };
  const submit = handleSubmit(({ origins, deployment_ids, ...fields }) => {
    const body = {
      ...fields,
      token_audience: platform.token_audience,
      origins: linesOf(origins),
      deployment_ids: linesOf(deployment_ids),
    };
    change.mutate(
      { platformId: platform.platform_id, body },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (!(error instanceof ApiError)) return;
          for (const { path, message } of error.errors) setError(path.split('.')[0] as keyof Fields, { message }, { shouldFocus: true });
        },
      },
    );
  });
  const field = (name: keyof Omit<Fields, 'paused' | 'origins' | 'deployment_ids'>, label: string, most: number = LTI_LIMITS.address) => (
    <TextField
      label={label}
      required
      isSource={name !== 'name'}
      maxLength={most}
      error={errors[name]?.message}
      {...register(name, needed)}
    />
  );
  return (
    <Stack component="form" noValidate aria-label={t('Details from the platform')} sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
      {field('name', t('Display name'), LTI_LIMITS.name)}
      {field('issuer', t('Issuer (platform ID)'))}
      {field('client_id', t('Client ID'), LTI_LIMITS.id)}
      <TextField
        label={t('Deployment IDs')}
        multiline
        isSource
        helper={t('One per line. If empty, we use the first deployment that launches.')}
        error={errors.deployment_ids?.message}
        {...register('deployment_ids')}
      />
      {field('auth_url', t('Authentication request URL'))}
      {field('token_url', t('Access token URL'))}
      {field('jwks_url', t('Public keyset URL (JWKS)'))}
      <TextField
        label={t('Platform addresses')}
        required
        multiline
        isSource
        helper={t('As shown in the learner’s browser, one per line. Only pages at these addresses can embed lessons.')}
        error={errors.origins?.message}
        {...register('origins', needed)}
      />
      <CheckField label={t('Paused: launches are refused')} {...register('paused')} />
      <FormMessage
        message={change.error && { kind: 'error', text: errorText(change.error, t('The learning platform could not be changed.')) }}
      />
      <ActionRow>
        <Button type="submit" variant="contained" aria-busy={change.isPending}>
          {t('Save')}
        </Button>
        <Button color="inherit" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </ActionRow>
    </Stack>
  );
}
