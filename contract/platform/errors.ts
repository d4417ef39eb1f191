import * as z from 'zod/mini';
import { sentenceSchema } from '#contract/platform/sentence.contract.ts';

/**
 * Every error the product can answer with. The code is stable and travels in problem documents (RFC 9457), on failed runs
 * and in the frontend's word table; the status is what HTTP says; `title` is the short English name of the kind.
 */
export const ERRORS = {
  'validation.failed': { status: 400, title: 'The request is not valid' },
  'body.malformed': { status: 400, title: 'The body is not valid JSON' },
  'body.too_large': { status: 413, title: 'The body is too large' },
  'body.unsupported_type': { status: 415, title: 'The body must be application/json' },
  'auth.required': { status: 401, title: 'Please sign in' },
  'auth.invalid_credentials': { status: 401, title: 'Email or password is not right' },
  'auth.token_invalid': { status: 401, title: 'The access token is not valid or has expired' },
  'auth.refresh_invalid': { status: 401, title: 'The session has ended' },
  'auth.email_taken': { status: 409, title: 'An account with this email exists' },
  'auth.social_not_configured': { status: 501, title: 'Social login failed' },
  // 403, not 401: the session is fine and renewing it would not help
  'auth.password_wrong': { status: 403, title: 'The password is not right' },
  'auth.link_invalid': { status: 410, title: 'The link does not work any more' },
  'access.denied': { status: 403, title: 'You may not do this' },
  'csrf.refused': { status: 403, title: 'The request came from another site' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  'idempotency.body_mismatch': { status: 422, title: 'The idempotency key was used with another body' },
  'limits.rate': { status: 429, title: 'Too many requests' },
  'spend.user_cap': { status: 429, title: "Today's generation allowance is used up" },
  'spend.install_cap': { status: 503, title: 'Generation is paused for today' },
  'service.unavailable': { status: 503, title: 'The service is not available for the moment' },
  'vendors.all_down': { status: 502, title: 'None of the AI services could be reached' },
  'vendors.refused': { status: 502, title: 'The AI services declined this request' },
  'vendors.broken_output': { status: 502, title: 'The AI services returned unusable answers' },
  'vendors.failed': { status: 502, title: 'The AI services could not do it' },
  'run.no_lessons': { status: 502, title: 'No lesson could be written' },
  'run.timed_out': { status: 504, title: 'It did not end in time' },
  'run.ended': { status: 409, title: 'The run has already ended' },
  'run.not_waiting': { status: 409, title: 'There is nothing to decide any more' },
  'run.lesson_not_failed': { status: 409, title: 'The lesson has not failed' },
  'course.lesson_pinned': { status: 409, title: 'The lesson is pinned' },
  'course.lesson_rewriting': { status: 409, title: 'A new text is being written already' },
  'course.version_conflict': { status: 409, title: 'The course was changed meanwhile' },
  'notes.lesson_full': { status: 409, title: 'The lesson has as many notes as it can have' },
  'run.cancelled': { status: 409, title: 'The run was cancelled' },
  'tokens.insufficient': { status: 402, title: 'Not enough tokens' },
  'payments.not_configured': { status: 503, title: 'Payments are not configured' },
  'payments.unavailable': { status: 503, title: 'The payment service cannot be reached' },
  'payments.declined': { status: 402, title: 'The payment was declined' },
  'payments.to_confirm': { status: 402, title: 'Your bank asks you to confirm the payment' },
  'payments.already_subscribed': { status: 409, title: 'There is already a plan' },
  'payments.webhook_invalid': { status: 400, title: 'The webhook could not be verified' },
  'subscription.none': { status: 409, title: 'There is no paid plan' },
  'subscription.unchanged': { status: 409, title: 'This is already the plan' },
  'trial.used': { status: 409, title: 'The free trial was already used' },
  'trial.unverified': { status: 403, title: 'The email address is not confirmed yet' },
  'trial.not_offered': { status: 400, title: 'This plan has no free trial' },
  'refund.too_late': { status: 409, title: 'The refund period has ended' },
  'refund.used': { status: 409, title: 'A refund was already given within 12 months' },
  'refund.done': { status: 409, title: 'The payment was already given back' },
  'refund.not_taken': { status: 409, title: 'The refund did not arrive' },
  'refund.disputed': { status: 409, title: 'The payment is disputed at your bank' },
  'refund.charged_back': { status: 409, title: 'Your bank has taken the payment back' },
  'refund.with_plan': { status: 409, title: 'What raised a plan goes back with the plan' },
  'refund.not_paid': { status: 409, title: 'The payment was not made' },
  'organisation.none': { status: 409, title: 'You belong to no organisation' },
  'organisation.not_owner': { status: 403, title: 'Only the owner of the organisation may do this' },
  'organisation.seats_full': { status: 409, title: 'All seats are taken' },
  'organisation.already_member': { status: 409, title: 'The person already belongs to an organisation' },
  'organisation.other_address': { status: 403, title: 'The invite is for another address' },
  'organisation.ended': { status: 409, title: 'The plan of the organisation has ended' },
  'organisation.owner_stays': { status: 409, title: 'The owner cannot leave' },
  'contract.reference_used': { status: 409, title: 'The contract reference is used by another order' },
  'studio.course_kept': { status: 409, title: 'The course stays, because it was sold' },
  internal: { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** RFC 9457 problem document. `detail` is safe to show; `errors` names the fields of a 400. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  detail_words: z.optional(sentenceSchema),
  code: z.string(),
  request_id: z.string(),
  /** Of 402 tokens.insufficient: what the work may cost and what there is, in tokens. */
  needed: z.optional(z.number()),
  available: z.optional(z.number()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string(), words: z.optional(sentenceSchema) }))),
});
export type Problem = z.infer<typeof problemSchema>;
