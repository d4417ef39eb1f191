import { useState, type ReactNode } from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { getLtiActivity, openLtiLaunch, registerLtiPlatform, startLtiLogin } from '#contract/lti/launch.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { ContentPicker } from '#frontend/features/lti/content-picker.tsx';
import { callsOf, readGiven, type Given, type LaunchCall } from '#frontend/features/lti/launch-calls.ts';
import { keepSecret, takeSecret } from '#frontend/features/lti/platform-storage.ts';
import { call } from '#frontend/lib/api-client.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { LAUNCHED } from './launched-activity.tsx';

const storageOf = ({ lti_storage_target: target, storage_origin: origin }: Given) => ({ target, origin });

const given = readGiven();

/** Begins a launch and redirects to the platform. @returns false if nothing here can store the secret until the launch returns */
async function begin(): Promise<boolean> {
  const { step: _, storage_origin: _origin, lti_storage_target: _target, ...fields } = given!;
  const body = { iss: '', login_hint: '', target_link_uri: '', ...fields };
  const { url, state, browser } = await call(startLtiLogin, { body, isAlone: true });
  if (!(await keepSecret(storageOf(given!), state, browser))) return false;
  location.replace(url);
  return true;
}

let secret: Promise<string | null> | undefined;

/** Opens a launch that has returned. The secret can be taken from storage only once, so a retry reuses it. */
async function open() {
  const { platform_id, state = '', id_token = '' } = given!;
  secret ??= takeSecret(storageOf(given!), state);
  const browser = (await secret) ?? '';
  return call(openLtiLaunch, { isAlone: true, body: { platform_id, state, browser, id_token } });
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Carries out a step of the launch once per page, however often it renders; temporary failures are retried, as for any read. */
const useStep = <T,>(step: Given['step'], work: () => Promise<T>, isWanted = true) =>
  useQuery({
    queryKey: ['lti-step', step],
    queryFn: work,
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: Infinity,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
  });

/** The page that a learning platform opens in a frame: one activity without the shell, a choice of contents, or its registration. */
export function LaunchPage() {
  const steps = { login: <Login />, launch: <Launch />, register: <Registration />, open: <OpenThere /> };
  return (
    <Box component="main" sx={{ maxWidth: '46rem', marginInline: 'auto', padding: { xs: 2, sm: 3 } }}>
      {given ? steps[given.step] : <OpenThere />}
    </Box>
  );
}

const OpenThere = () => (
  <ErrorState title={t('This opens in your learning platform')} illustration="no-access">
    <p>{t('Open it again there, from its course or assignment.')}</p>
  </ErrorState>
);

const Refused = ({ error }: { readonly error: unknown }) => (
  <ErrorState title={t('The activity could not be opened')} error={error}>
    <p>{t('Open it again in your learning platform. If that does not help, ask its administrator, who can see the reason.')}</p>
  </ErrorState>
);

function Login() {
  const { data: isKept, error } = useStep('login', begin);
  if (error) return <Refused error={error} />;
  if (isKept !== false) return <LoadingState label={t('Opening')} rows={5} />;
  const address = new URL(location.pathname, location.origin);
  for (const [name, value] of Object.entries(given!)) if (value !== undefined) address.searchParams.set(name, value);
  return (
    <ErrorState title={t('Your browser blocks storage in this frame')}>
      <p>{t('Your learning platform does not provide storage either. It will work in a window of its own.')}</p>
      <Button variant="contained" href={address.href} target="_blank" rel="opener">
        {t('Open in a new window')}
      </Button>
    </ErrorState>
  );
}

function Launch() {
  const platformSays = given!['error'];
  const { data, error } = useStep('launch', open, platformSays === undefined);
  if (platformSays !== undefined) return <OpenThere />;
  if (error) return <Refused error={error} />;
  return data ? <Opening opened={data} /> : <LoadingState label={t('Opening')} rows={5} />;
}

function Opening({ opened }: { readonly opened: Opened }) {
  const [ask] = useState(() => callsOf(opened.token));
  return opened.opens === 'contents' ? <ContentPicker call={ask} /> : <Activity call={ask} />;
}

function Activity({ call: ask }: { readonly call: LaunchCall }) {
  const { data, error, refetch } = useQuery({ queryKey: ['lti-activity'], queryFn: ({ signal }) => ask(getLtiActivity, { signal }) });
  if (error && !data) return <ErrorState title={t('The activity could not be opened')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Opening')} rows={5} />;
  const Launched = LAUNCHED[data.kind];
  return <Launched call={ask} activity={data} />;
}

/** Tells the platform that it can close the registration page. */
function closeThere(): void {
  const outer = (window.opener as Window | null) ?? window.parent;
  // the message says only that we are finished
  outer.postMessage({ subject: 'org.imsglobal.lti.close' }, '*');
}

function Registration() {
  const register = useAction({
    mutationFn: () => {
      const { platform_id, code = '', openid_configuration = '', registration_token } = given!;
      return call(registerLtiPlatform, {
        isAlone: true,
        body: { platform_id, code, openid_configuration, ...(registration_token && { registration_token }) },
      });
    },
  });
  const about = (text: ReactNode) => <Typography sx={{ marginBlock: 1.5 }}>{text}</Typography>;
  if (register.isSuccess)
    return (
      <>
        <Typography variant="h1">{t('{product} is registered', { product: PRODUCT })}</Typography>
        {about(t('Turn the tool on in your learning platform, then add it to a course.'))}
        <Button variant="contained" onClick={closeThere}>
          {t('Close')}
        </Button>
      </>
    );
  return (
    <>
      <Typography variant="h1">{t('Register {product}', { product: PRODUCT })}</Typography>
      {about(t('We will exchange addresses and keys with your learning platform. It will send us names and receive grades.'))}
      <Button variant="contained" aria-busy={register.isPending} onClick={() => register.mutate()}>
        {t('Register')}
      </Button>
      {register.error && (
        <Alert severity="error" sx={{ marginBlockStart: 2 }}>
          {errorText(register.error, t('That did not work.'))}
        </Alert>
      )}
    </>
  );
}
