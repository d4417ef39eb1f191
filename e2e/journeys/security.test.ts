import { Secret, TOTP } from 'otpauth';
import { createAccount, PASSWORD, verifyAddress } from '../support/account.ts';
import { signInByForm } from '../support/forms.ts';
import { expect, test } from '../support/test.ts';
import { installation } from '../support/installation.ts';

/** Passkeys require a host name, not an IP address such as 127.0.0.1. */
const origin = () => installation().appUrl.replace('127.0.0.1', 'localhost');

test.describe('ways to sign in', () => {
  test('a passkey is added in the account and suffices to sign in; with two-step sign-in, the password needs a code', async ({ visit }) => {
    const { user } = await createAccount();
    await verifyAddress(user.email);
    const { page, context } = await visit({ tolerate: /Failed to load resource/ });
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${origin()}/sign-in?next=/account`);
    await signInByForm(page, user.email, PASSWORD);

    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
    await passkeys.getByLabel('Name of the passkey').fill('Laptop');
    await passkeys.getByLabel('Your password').fill(PASSWORD);
    await passkeys.getByRole('button', { name: 'Create the passkey' }).click();
    await passkeys.getByText('Laptop').first().waitFor();

    const twoStep = page.getByRole('region', { name: 'Two-step sign-in' });
    await twoStep.getByRole('button', { name: 'Set up two-step sign-in' }).click();
    await twoStep.getByLabel('Your password').fill(PASSWORD);
    await twoStep.getByRole('button', { name: 'Continue' }).click();
    await twoStep.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    const secret = Secret.fromBase32((await twoStep.getByLabel('Key').inputValue()).replaceAll(' ', ''));
    // the current code and the next one: both are accepted even if a step of 30 s ends meanwhile
    const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await twoStep.getByLabel('Code of your authenticator').fill(codeAt(0));
    await twoStep.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
    await twoStep.getByRole('list', { name: 'Recovery codes' }).waitFor();
    expect(await twoStep.getByRole('listitem').count()).toBe(10);
    await twoStep.getByRole('button', { name: 'I have saved them' }).click();
    await twoStep.getByText('Recovery codes left: 10').waitFor();

    /** Simulates another day: the session has ended, but the authenticator keeps its keys. */
    const leave = async () => {
      await page.evaluate(() => localStorage.clear());
      await context.clearCookies();
      await page.goto(`${origin()}/sign-in?next=/account`);
    };
    await leave();
    await signInByForm(page, user.email, PASSWORD);
    await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
    await page.getByLabel('Code of your authenticator').fill('000000');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('This code is wrong or has already been used.').waitFor();
    await page.getByLabel('Code of your authenticator').fill(codeAt(1));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/account');
    await page.getByRole('region', { name: 'Passkeys' }).waitFor();

    await leave();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/account');
    await page
      .getByRole('region', { name: 'Passkeys' })
      .getByText(/last used/)
      .waitFor();
  });
});
