import * as z from 'zod';

/** An OAuth provider and our client there. `secret`: Google's, unchanged; for Apple, the key that signs each call's secret. */
export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string | { readonly teamId: string; readonly keyId: string; readonly privateKey: string };
}

/** null: not configured. */
export interface Providers {
  readonly google: ProviderSettings | null;
  readonly apple: ProviderSettings | null;
}

export const PROVIDER_ENVIRONMENT = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  APPLE_CLIENT_ID: z.string().optional(),
  APPLE_TEAM_ID: z.string().optional(),
  APPLE_KEY_ID: z.string().optional(),
  /** PKCS #8 in PEM; line breaks may be written \n. */
  APPLE_PRIVATE_KEY: z.string().optional(),
  APPLE_ISSUER: z.url().default('https://appleid.apple.com'),
};
const environment = z.object(PROVIDER_ENVIRONMENT);

/** Reads the providers. @param problems receives a line for each provider that is only partly configured */
export function readProviders(e: z.infer<typeof environment>, problems: string[]): Providers {
  const google = [e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET];
  const apple = [e.APPLE_CLIENT_ID, e.APPLE_TEAM_ID, e.APPLE_KEY_ID, e.APPLE_PRIVATE_KEY];
  const isPart = (settings: readonly (string | undefined)[]) => settings.some(Boolean) && !settings.every(Boolean);
  if (isPart(google)) problems.push('GOOGLE_CLIENT_ID: signing in with Google needs GOOGLE_CLIENT_SECRET beside it');
  if (isPart(apple))
    problems.push('APPLE_CLIENT_ID: signing in with Apple needs APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY beside it');
  const key = e.APPLE_PRIVATE_KEY?.replaceAll(String.raw`\n`, '\n');
  return {
    google:
      e.GOOGLE_CLIENT_ID && e.GOOGLE_CLIENT_SECRET
        ? { issuer: e.GOOGLE_ISSUER, clientId: e.GOOGLE_CLIENT_ID, secret: e.GOOGLE_CLIENT_SECRET }
        : null,
    apple:
      e.APPLE_CLIENT_ID && e.APPLE_TEAM_ID && e.APPLE_KEY_ID && key
        ? {
            issuer: e.APPLE_ISSUER,
            clientId: e.APPLE_CLIENT_ID,
            secret: { teamId: e.APPLE_TEAM_ID, keyId: e.APPLE_KEY_ID, privateKey: key },
          }
        : null,
  };
}
