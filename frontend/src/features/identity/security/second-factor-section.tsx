import { useState, useEffect, useMemo } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import { useForm } from 'react-hook-form';
import { create } from 'qrcode';
import {
  type SecondFactorState,
  renewRecoveryCodes,
  turnOffSecondFactor,
  confirmSecondFactor,
  setUpSecondFactor,
} from '#contract/identity/second-factor.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { call } from '#frontend/lib/api-client.ts';
import { ApiError, errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ActionRow } from '#frontend/ui/action-row.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { UnprovenNote } from '../account/unproven-note.tsx';
import { required } from '../field-rules.ts';
import { Fields } from '../form-column.tsx';
import { PasswordField } from '../password-field.tsx';
import { secondFactor } from './security-queries.ts';

type Doing = 'nothing' | 'set-up' | 'off' | 'codes';

/** Two-step sign-in: turning it on and off, and its recovery codes. */
export default function SecondFactorSection({ userId, isProven }: { readonly userId: string; readonly isProven: boolean }) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(secondFactor(userId));
  const [doing, setDoing] = useState<Doing>('nothing');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: secondFactor(userId).queryKey });
  const done = (fresh: readonly string[] | null): void => {
    setCodes(fresh);
    setDoing('nothing');
    void refresh();
  };
  return (
    <DeskSection
      title={t('Two-step sign-in')}
      aside={data && (data.on ? t('On') : t('Off'))}
      about={t('After your password, you enter a code from an app on your phone. A stolen password alone is not enough.')}
    >
      {!data && !error && <LoadingState isAtOnce rows={1} label={t('Loading your sign-in methods')} />}
      {error && !data && <ErrorState title={t('Your sign-in methods could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {data && !codes && doing === 'nothing' && (data.on || isProven ? <Standing state={data} onDo={setDoing} /> : <UnprovenNote />)}
      {doing === 'set-up' && <SecondFactorSetup onDone={done} onCancel={() => setDoing('nothing')} />}
      {(doing === 'off' || doing === 'codes') && <SecondFactorProof purpose={doing} onDone={done} onCancel={() => setDoing('nothing')} />}
    </DeskSection>
  );
}

function Standing({ state, onDo }: { readonly state: SecondFactorState; readonly onDo: (what: Doing) => void }) {
  if (!state.on) {
    return (
      <Button variant="outlined" color="inherit" onClick={() => onDo('set-up')}>
        {t('Set up two-step sign-in')}
      </Button>
    );
  }
  return (
    <>
      <Typography color="textSecondary">
        {t('On since {date}. Recovery codes left: {n}.', { date: formatDate(state.since ?? ''), n: state.recovery_codes_left })}
      </Typography>
      <ActionRow>
        <Button variant="outlined" color="inherit" onClick={() => onDo('codes')}>
          {t('Create new recovery codes')}
        </Button>
        <Button variant="outlined" color="error" onClick={() => onDo('off')}>
          {t('Turn off two-step sign-in')}
        </Button>
      </ActionRow>
    </>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the user confirms having saved the codes. */
  readonly onKept: () => void;
}

/** New recovery codes, shown only once, to save as a file or print. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const save = (): void => {
    const text = [t('Recovery codes of {product}. Each works once.', { product: PRODUCT }), '', ...codes, ''].join('\n');
    saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), 'recovery-codes.txt');
  };
  return (
    <>
      <Typography>
        {t('Keep these recovery codes somewhere you can reach without your phone. Each code works once. They are not shown again.')}
      </Typography>
      <Box component="ol" aria-label={t('Recovery codes')} dir="ltr" sx={{ margin: 0, columns: '2 12ch', columnGap: 4 }}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Box sx={{ displayPrint: 'none' }}>
        <ActionRow>
          <Button variant="contained" onClick={save}>
            {t('Save as a file')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => window.print()}>
            {t('Print')}
          </Button>
          <Button color="inherit" onClick={onKept}>
            {t('I have saved them')}
          </Button>
        </ActionRow>
      </Box>
    </>
  );
}

interface SecondFactorProofProps {
  readonly purpose: 'off' | 'codes';
  /** New recovery codes; null when two-step sign-in was turned off. */
  readonly onDone: (codes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

/** Asks for password and code together, to turn off two-step sign-in or to renew its recovery codes. */
function SecondFactorProof({ purpose, onDone, onCancel }: SecondFactorProofProps) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { password: '', code: '' } });
  const prove = useAction({
    mutationFn: async (body: { password: string; code: string }) => {
      if (purpose === 'codes') return (await call(renewRecoveryCodes, { body })).recovery_codes;
      await call(turnOffSecondFactor, { body });
      return null;
    },
    onSuccess: onDone,
    onError: (error) => {
      const isPassword = error instanceof ApiError && error.code === 'auth.password_wrong';
      const failed = purpose === 'codes' ? t('New recovery codes could not be created.') : t('Two-step sign-in could not be turned off.');
      setError(isPassword ? 'password' : 'code', { message: errorText(error, failed) }, { shouldFocus: true });
    },
  });
  return (
    <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => prove.mutate(fields))(event)}>
      <PasswordField
        isNew={false}
        label={t('Your password')}
        error={formState.errors.password?.message}
        {...register('password', required())}
      />
      <TextField
        label={t('Code of your authenticator, or a recovery code')}
        required
        autoComplete="one-time-code"
        maxLength={20}
        error={formState.errors.code?.message}
        {...register('code', required())}
      />
      <div>
        <Button type="submit" variant="contained" color={purpose === 'off' ? 'error' : 'primary'} aria-busy={prove.isPending}>
          {purpose === 'off' ? t('Turn off two-step sign-in') : t('Create new recovery codes')}
        </Button>
        <Button color="inherit" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </Fields>
  );
}

interface SecondFactorSetupProps {
  /** Called after it was turned on, with the codes to show. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Sets up two-step sign-in: the password, then the secret for the authenticator app, then its first code. */
function SecondFactorSetup({ onDone, onCancel }: SecondFactorSetupProps) {
  const password = useForm({ defaultValues: { password: '' } });
  const setUp = useAction({
    mutationFn: (body: { password: string }) => call(setUpSecondFactor, { body }),
    onError: (error) =>
      password.setError('password', { message: errorText(error, t('Two-step sign-in could not be set up.')) }, { shouldFocus: true }),
  });
  if (setUp.data) return <Confirm {...setUp.data} onDone={onDone} onCancel={onCancel} />;
  return (
    <Fields noValidate onSubmit={(event) => void password.handleSubmit((fields) => setUp.mutate(fields))(event)}>
      <PasswordField
        isNew={false}
        label={t('Your password')}
        error={password.formState.errors.password?.message}
        {...password.register('password', required())}
      />
      <Buttons submit={t('Continue')} isBusy={setUp.isPending} onCancel={onCancel} />
    </Fields>
  );
}

interface ConfirmProps extends SecondFactorSetupProps {
  readonly secret: string;
  readonly uri: string;
}

function Confirm({ secret, uri, onDone, onCancel }: ConfirmProps) {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({ defaultValues: { code: '' } });
  useEffect(() => setFocus('code'), [setFocus]);
  const confirm = useAction({
    mutationFn: (body: { code: string }) => call(confirmSecondFactor, { body }),
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
    onError: (error) =>
      setError('code', { message: errorText(error, t('Two-step sign-in could not be turned on.')) }, { shouldFocus: true }),
  });
  return (
    <>
      <Typography>{t('Scan this with your authenticator app, or type the key below into it.')}</Typography>
      <QrCode text={uri} label={t('QR code for your authenticator app')} />
      <Fields noValidate onSubmit={(event) => void handleSubmit((fields) => confirm.mutate(fields))(event)}>
        <TextField label={t('Key')} readOnly value={secret.match(/.{1,4}/g)?.join(' ') ?? secret} helper={t('Time based, six digits.')} />
        <TextField
          label={t('Code of your authenticator')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          error={formState.errors.code?.message}
          {...register('code', required())}
        />
        <Buttons submit={t('Turn on two-step sign-in')} isBusy={confirm.isPending} onCancel={onCancel} />
      </Fields>
    </>
  );
}

function Buttons({ submit, isBusy, onCancel }: { readonly submit: string; readonly isBusy: boolean; readonly onCancel: () => void }) {
  return (
    <div>
      <Button type="submit" variant="contained" aria-busy={isBusy}>
        {submit}
      </Button>
      <Button color="inherit" onClick={onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

/** Width of the quiet zone around it, in modules, as scanners require. */
const QUIET = 4;

/** A text as a QR code. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' });
    const dark = [...modules.data.keys()].filter((index) => modules.data[index]);
    return {
      size: modules.size,
      path: dark.map((index) => `M${(index % modules.size) + QUIET} ${Math.floor(index / modules.size) + QUIET}h1v1h-1z`).join(''),
    };
  }, [text]);
  const edge = size + 2 * QUIET;
  return (
    <svg width="208" viewBox={`0 0 ${edge} ${edge}`} role="img" aria-label={label} shapeRendering="crispEdges">
      {/* black on white in every scheme, because scanners require it */}
      <rect width={edge} height={edge} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
