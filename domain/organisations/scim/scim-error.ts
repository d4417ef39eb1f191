import { ERRORS } from '#contract/platform/errors.ts';
import { ProductError } from '#domain/platform/errors.ts';

/** The kinds of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers';

/** An error in the form that directories read. In English, because it goes into their logs. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;
  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

export const noSuchResource = (): ScimError => new ScimError(404, 'Resource not found.');
export const invalidValue = (detail: string): ScimError => new ScimError(400, detail, 'invalidValue');

/** Returns an error in SCIM's form; null when the fault is ours. */
export function asScimError(error: unknown): ScimError | null {
  if (error instanceof ScimError) return error;
  if (!(error instanceof ProductError)) return null;
  const { status } = ERRORS[error.code];
  if (status >= 500) return new ScimError(status, 'The service is busy. Try again later.');
  // no seat, no plan, no other owner: the request was valid, but repeating it is of no use
  return new ScimError(status === 409 ? 403 : status, error.message, status === 400 ? 'invalidValue' : null);
}

export const errorResource = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail: message,
});
