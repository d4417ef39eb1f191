/** How this installation takes payments. */
export interface PaymentSettings {
  /** `off`: no key is configured; buying answers payments.not_configured. `sandbox`: the stand-in on loopback. */
  readonly mode: 'off' | 'sandbox' | 'test' | 'live';
  readonly secretKey: string;
  /** Protocol of the API. */
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Signing secrets of the webhook, newest first: two during a rotation. */
  readonly webhookSecrets: readonly string[];
  /** Origins a payment may return to; the first is the default. */
  readonly returnOrigins: readonly string[];
  /** An order or a plan without a webhook for this long is looked up at Stripe. */
  readonly reconcileAfterMs: number;
}

interface Given {
  readonly secretKey: string | undefined;
  readonly webhookSecret: string | undefined;
  readonly apiBase: string | undefined;
  /** Origins besides PUBLIC_ORIGIN, separated by commas. */
  readonly allowedOrigins: string | undefined;
  readonly live: string | undefined;
  readonly reconcileAfterMs: number | undefined;
  readonly aiMode: 'sandbox' | 'live';
  readonly production: boolean;
  readonly publicOrigin: string;
  /** Address of the sandbox. */
  readonly sandbox: string;
  /** Creates, or reads, the signing secret of the sandbox. */
  readonly sandboxWebhookSecret: () => string;
}

const STRIPE_API = 'https://api.stripe.com';
const SANDBOX_KEY = 'sk_test_sandbox';
const KEY = /^(sk|rk)_(test|live)_\S+$/;
const isLoopback = (hostname: string) => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

const RECONCILE_AFTER_MS = 5 * 60_000;
/** Short, because the sandbox answers at once and developers do not want to wait. */
const RECONCILE_SANDBOX_MS = 20_000;

/**
 * Reads the payment settings of an environment. Without a key, a development installation uses the sandbox and any other takes no payments.
 * A live key needs LIVE=1 and Stripe's own address, so that neither a copied file nor a test moves real money.
 * @param problems receives one line per problem
 */
export function readPaymentSettings(given: Given, problems: string[]): PaymentSettings {
  const sandboxed = !given.secretKey && given.aiMode === 'sandbox';
  const secretKey = given.secretKey ?? (sandboxed ? SANDBOX_KEY : '');
  const mode = sandboxed ? 'sandbox' : secretKey === '' ? 'off' : secretKey.includes('_live_') ? 'live' : 'test';
  const base = new URL(given.apiBase ?? (sandboxed ? given.sandbox : STRIPE_API));
  if (secretKey !== '' && !KEY.test(secretKey))
    problems.push('STRIPE_SECRET_KEY: a key starts with sk_test_, sk_live_, rk_test_ or rk_live_');
  if (base.protocol !== 'https:' && !(base.protocol === 'http:' && isLoopback(base.hostname)))
    problems.push('STRIPE_API_BASE: off loopback it must start with https://');
  if (base.pathname !== '/' || base.search || base.username) problems.push('STRIPE_API_BASE: only scheme, host and port');
  if (mode === 'live' && base.origin !== STRIPE_API) problems.push('STRIPE_API_BASE: a live key goes to Stripe and nowhere else');
  if (mode === 'live' && given.live !== '1') problems.push('STRIPE_SECRET_KEY: a live key moves real money; set LIVE=1 if that is meant');
  const webhookSecrets = (given.webhookSecret ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (sandboxed && webhookSecrets.length === 0) webhookSecrets.push(given.sandboxWebhookSecret());
  if (mode !== 'off' && webhookSecrets.length === 0) problems.push('STRIPE_WEBHOOK_SECRET: the signing secret of the webhook is missing');
  return {
    mode,
    secretKey,
    protocol: base.protocol === 'http:' ? 'http' : 'https',
    host: base.hostname.replace(/^\[|\]$/g, ''),
    port: base.port ? Number(base.port) : base.protocol === 'http:' ? 80 : 443,
    webhookSecrets,
    returnOrigins: returnOriginsOf(given, problems),
    reconcileAfterMs: given.reconcileAfterMs ?? (sandboxed ? RECONCILE_SANDBOX_MS : RECONCILE_AFTER_MS),
  };
}

/** Returns PUBLIC_ORIGIN first, then the allowed origins, and on a development machine the other names of the same server. */
function returnOriginsOf({ allowedOrigins, publicOrigin, production }: Given, problems: string[]): string[] {
  const origins = [publicOrigin];
  for (const text of (allowedOrigins ?? '').split(',').filter((one) => one.trim() !== '')) {
    const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
    const isFine =
      url &&
      /^[a-z0-9.-]+$|^\[::1\]$/.test(url.hostname) &&
      url.origin === text.trim().replace(/\/$/, '') &&
      (url.protocol === 'https:' || isLoopback(url.hostname));
    if (isFine) origins.push(url.origin);
    else problems.push(`ALLOWED_ORIGINS: ${text.trim()} is not an origin such as https://learn.example.org`);
  }
  const own = new URL(publicOrigin);
  if (!production && isLoopback(own.hostname)) {
    for (const name of ['localhost', '127.0.0.1']) origins.push(`${own.protocol}//${name}${own.port ? `:${own.port}` : ''}`);
  }
  return [...new Set(origins)];
}
