import { Secret, TOTP } from 'otpauth';
import { startOpenIdProvider, type OpenIdProvider } from '#ops/testing/openid-provider.ts';
import { clientOf, createAccount, enter, givePool, PASSWORD, verifyAddress } from '../support/account.ts';
import { axeViolations, resize, setScheme } from '../support/page-checks.ts';
import { installation } from '../support/installation.ts';
import { sandbox } from '../support/sandbox.ts';
import { expect, PHONE, SLOW, test } from '../support/test.ts';

/** The browser's own log lines about error statuses: the terms are asked for by one. */
const REFUSALS = /Failed to load resource/;
let provider: OpenIdProvider | null = null;

// the provider leads back to the public origin, whose cookies are needed then
// oxlint-disable-next-line no-empty-pattern
test.use({ baseURL: async ({}, use) => use(installation().appUrl.replace('127.0.0.1', 'localhost')) });

test.beforeEach(async () => {
  await sandbox.heal();
  await sandbox.latency(0);
});
test.afterEach(() => provider?.close());

test(
  'an owner sets up an OpenID provider, tests and enforces it; a new member signs in with it and arrives at the requested page',
  SLOW,
  async ({ visit }) => {
    const domain = `school-${Date.now().toString(36)}.test`;
    const owner = await createAccount('Ada');
    await verifyAddress(owner.user.email);
    await givePool(owner.user.email);
    const { page, context } = await visit({ session: await enter({ email: owner.user.email, password: PASSWORD }) });
    await page.goto('/organisation');
    await page.getByRole('link', { name: 'Sign-in', exact: true }).click();

    await page.getByLabel('Domain', { exact: true }).fill(domain);
    await page.getByRole('button', { name: 'Add the domain' }).click();
    await page.getByRole('button', { name: `Check now ${domain}` }).click();
    await page.getByText('Verified on').waitFor();

    const redirectUri = await page.getByText('/sign-in/organisation/').first().textContent();
    provider = await startOpenIdProvider(redirectUri!);
    provider.people.set('mia', { email: `mia@${domain}`, given_name: 'Mia', family_name: 'Lin' });
    provider.signsIn = 'mia';
    await page.getByLabel('Short name').fill(domain.replace('.test', ''));
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByLabel('Client id').fill(provider.client.id);
    await page.getByLabel('Client secret').fill(provider.client.secret);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not tested since the last change.').waitFor();

    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const tab = await opened;
    await tab.getByText('It works. A new account would be created').waitFor();
    await tab.getByText(`mia@${domain}`).first().waitFor();
    expect(await axeViolations(tab)).toEqual([]);
    await tab.close();

    const client = await clientOf(owner);
    const { body: factor } = await client.request('POST', '/api/auth/second-factor/setup', { password: PASSWORD });
    await client.request('POST', '/api/auth/second-factor/confirm', {
      code: new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate(),
    });
    await page.reload();
    await page.getByText('The last test worked').waitFor();
    await page.getByRole('radio', { name: 'Enforced' }).click();
    await page.getByRole('button', { name: 'Enforce it' }).click();
    await expect(page.getByRole('radio', { name: 'Enforced' })).toBeChecked();
    for (const scheme of ['light', 'dark'] as const) {
      await setScheme(page, scheme);
      expect(await axeViolations(page)).toEqual([]);
    }
    await resize(page, PHONE);
    expect(await axeViolations(page, 'of markup')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

    const mia = await visit({ tolerate: REFUSALS });
    await mia.page.goto('/notes');
    await mia.page.getByRole('button', { name: 'Use your organisation’s sign-in' }).click();
    await mia.page.getByLabel('Email or organisation name').fill(`mia@${domain}`);
    await mia.page.keyboard.press('Enter');
    await mia.page.getByLabel(/^I accept the terms/).check();
    await mia.page.getByRole('button', { name: 'Create account' }).click();
    await mia.page.waitForURL('**/notes');
    await mia.page.goto('/organisation');
    await mia.page.getByRole('button', { name: 'Leave the organisation' }).waitFor();
  },
);
