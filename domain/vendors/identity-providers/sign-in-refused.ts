import type { ResponseBodyError } from 'openid-client';
import type { SignInFailureReason } from '#contract/organisations/sign-in.contract.ts';
import { toSentence, type Sentence } from '#contract/platform/sentence.contract.ts';
import { stripInvisible, VISIBLE } from '#contract/platform/visible-text.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { storableText } from '#domain/platform/storable.ts';
import { OutsideFailure } from '#domain/platform/secrets/outside-failure.ts';
import type { ProviderCodes } from './provider-codes.ts';

/** Words of an answer that we fetched from the provider ourselves; what a browser brought is never one. */
export type FetchedWords = string & { readonly __fetched: never };

interface Said {
  readonly cause?: unknown;
  readonly words?: FetchedWords | null;
  readonly codes?: ProviderCodes | null;
}

/** A refused sign-in through an organisation's provider. `message` is for the organisation's administrators and contains no secrets. */
export class SignInRefused extends OutsideFailure {
  readonly reason: SignInFailureReason;
  /** The provider's own words, cleaned; null: none. Administrators alone see them, beside the name of their author. */
  readonly words: FetchedWords | null;
  /** The known codes of an answer that a browser brought; null: none. */
  readonly codes: ProviderCodes | null;

  constructor(reason: SignInFailureReason, detail: string, { cause, words = null, codes = null }: Said = {}) {
    super(inOneLine(detail, LONGEST_DETAIL), { cause });
    this.name = 'SignInRefused';
    this.reason = reason;
    this.words = words;
    this.codes = codes;
  }
}

const LONGEST_DETAIL = 300;
/** Entra's messages have four hundred characters, error numbers included. */
const LONGEST_WORDS = 600;

/** Returns a text as one line that can be stored and shown. */
const inOneLine = (text: string, longest: number): string =>
  stripInvisible(storableText(text.slice(0, 10 * longest)))
    .replaceAll(/\s+/g, ' ')
    .slice(0, longest)
    .toWellFormed();

/** Returns the words of a provider's answer to our own request, cleaned; null when nothing visible is left. */
export function fetchedWords({ error_description: said }: Pick<ResponseBodyError, 'error_description' | 'response'>): FetchedWords | null {
  const line = inOneLine(said ?? '', LONGEST_WORDS);
  return VISIBLE.test(line) ? (line as FetchedWords) : null;
}

/** Problems that the person can solve. All others are for the organisation, which the reason helps to find the fault. */
const WORDS: Partial<Record<SignInFailureReason, Sentence>> = {
  other_browser: toSentence('This sign-in was started in another browser, or too long ago. Please start again.'),
  not_asked: toSentence('This sign-in was not started here, or too long ago. Please start again.'),
  expired: toSentence('This sign-in took too long. Please start again.'),
  provider_away: toSentence('Your organisation’s sign-in cannot be reached. Please try again later.'),
  provider_error: toSentence('Your organisation’s sign-in did not let you in. Please ask its administrators.'),
  seats_full: toSentence('All seats of your organisation are taken. Please ask its administrators.'),
  not_member: toSentence('You are not a member of the organisation. Ask its administrators to invite you.'),
  other_organisation: toSentence('You belong to another organisation. Leave it first: a person belongs to one at a time.'),
  other_person: toSentence('Your account is connected with another person of your organisation’s sign-in. Please ask its administrators.'),
  ended: toSentence('The plan of your organisation has ended.'),
  owner_at_risk: toSentence(
    'You own the organisation, and an administrator has set up its sign-in. Sign in in your own way, and turn on two-step sign-in, or save the settings of the sign-in yourself.',
  ),
};

/**
 * Returns the refusal that a person sees.
 * @param codes the known codes of the answer in this browser; null: none
 */
export function refusedBy(reason: SignInFailureReason, codes: ProviderCodes | null = null): ProductError {
  if (reason === 'login_needed') return new ProductError('auth.login_needed', 'Please sign in through your organisation again.');
  if (reason === 'provider_error' && codes !== null)
    return new ProductError(
      'auth.organisation_refused',
      toSentence('Your organisation’s sign-in did not let you in. Please ask its administrators. Its code: {codes}.', { codes }),
    );
  return new ProductError(
    'auth.organisation_refused',
    WORDS[reason] ?? toSentence('Signing in through your organisation failed. Give its administrators this reason: {reason}.', { reason }),
  );
}
