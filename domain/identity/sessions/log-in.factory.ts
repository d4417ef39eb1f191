import { logIn, type SignedIn } from './session.commands.ts';

/** Signs in a user without a second factor. */
export async function givenSignIn(given: Parameters<typeof logIn>[0]): Promise<Exclude<SignedIn, { pending: unknown }>> {
  const signedIn = await logIn(given);
  if ('pending' in signedIn) throw new Error('this account uses two-step sign-in');
  return signedIn;
}
