import { contextIn, isTooLong } from './profile/refusals.ts';

/** The fault of a call, if the service's status and message identify it. */
export const FAILURE_REASONS = [
  'unverified_organisation',
  'no_credit',
  'wrong_key',
  'unknown_model',
  'no_such_path',
  'context_too_small',
  'refused_parameter',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Reasons that last until an operator changes something. */
export const NEEDS_OPERATOR: ReadonlySet<FailureReason> = new Set([
  'unverified_organisation',
  'no_credit',
  'wrong_key',
  'unknown_model',
  'no_such_path',
] as const);

interface Sign {
  readonly reason: FailureReason;
  readonly statuses?: readonly number[];
  readonly words?: RegExp;
}

/**
 * Patterns that identify a reason; the first match counts. Sources: developers.openai.com/api/docs/guides/error-codes,
 * docs.claude.com/en/api/errors, ai.google.dev/gemini-api/docs/troubleshooting, docs.x.ai/docs/key-information/debugging,
 * openrouter.ai/docs/api-reference/errors, docs.ollama.com/api/errors, docs.vllm.ai, lmstudio.ai/docs,
 * docs.litellm.ai/docs/exception_mapping. Gemini and xAI answer 400 to a wrong key, OpenAI 429 to an empty balance, Anthropic 400.
 */
const SIGNS: readonly Sign[] = [
  { reason: 'unverified_organisation', words: /organi[sz]ation must be verified|verify (?:your )?organi[sz]ation/i },
  {
    reason: 'no_credit',
    words:
      /credit balance|insufficient[_ ](?:quota|credits?|balance|funds)|exceeded your current quota|out of credits|requires more credits|used all available credits|no credits|billing (?:hard )?limit|payment required|spending limit|budget (?:has been )?exceeded|exceeded ?budget|over budget|key limit exceeded|usage limits?\b[^.]{0,20}regain|specified api usage limits/i,
  },
  { reason: 'no_credit', statuses: [402] },
  {
    reason: 'wrong_key',
    words:
      /(?:invalid|incorrect|wrong|missing|expired|no)[^.]{0,20}(?:api[ _-]?key|x-api-key|auth(?:entication|orization)?[ _]?(?:token|header|credentials?))|api[ _-]?key[^.]{0,40}(?:not valid|invalid|not found|expired|missing|incorrect)|invalid_api_key|authentication_?error/i,
  },
  { reason: 'wrong_key', statuses: [401] },
  {
    reason: 'unknown_model',
    statuses: [400, 403, 404, 422],
    words:
      /model_not_(?:found|available)|(?:unknown|invalid|no such|unsupported) model\b|model not (?:exist|found)|models?[/ :`'"]+[\w./:@-]+[`'"]?,? (?:is )?(?:not (?:found|exist|a valid|available|supported)|does ?n[o'’]t exist|no longer|deprecated)|not a valid model|model identifier is invalid|model[^.]{0,60}decommissioned|models? (?:[\w./:@-]+ )?(?:is |are )?(?:not )?loaded\b|(?:not|n['’]t) support chat|no allowed providers|no endpoints found|deploymentnotfound|have(?: not| n't)? access to (?:the )?model/i,
  },
  // a server without the model names the model; "page not found", "Cannot POST" and the like are about the address
  { reason: 'unknown_model', statuses: [404], words: /\bmodels?\b/i },
  { reason: 'no_such_path', statuses: [404, 405] },
  { reason: 'wrong_key', statuses: [403] },
];

/** Groq and OpenAI answer 413 and 429 to a single request that exceeds the account's limit per minute: waiting does not help. */
const TOO_LONG_STATUSES: readonly number[] = [400, 413, 422, 500];
const TOO_LARGE_FOR_A_MINUTE = /request too large/i;

/** Returns why a call failed, from its status and its body's words; null when they do not say. */
export function failureReason(status: number, words: string): FailureReason | null {
  const isRefusal = status >= 400 && status < 500;
  if (TOO_LONG_STATUSES.includes(status) && (contextIn(words) !== null || isTooLong(words))) return 'context_too_small';
  if (status === 429 && TOO_LARGE_FOR_A_MINUTE.test(words)) return 'context_too_small';
  if (!isRefusal) return null;
  const sign = SIGNS.find(({ statuses, words: told }) => (statuses?.includes(status) ?? true) && (told?.test(words) ?? true));
  // a rate limit is not an empty balance, whatever else the body says
  if (sign) return sign.reason;
  return status === 400 || status === 422 ? 'refused_parameter' : null;
}
