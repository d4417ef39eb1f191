import { Ajv, type ValidateFunction } from 'ajv';
import qs from 'qs';
import { problemOf, type ParameterProblem } from './parameter-problem.ts';
import { readRequestSchemas, type RequestSchema } from './request-schemas.ts';

/** Values of a form, each coerced to its schema's type. */
export type Parameters = Record<string, unknown>;

/** `template` null: no such endpoint. `ids`: the values of the path's placeholders, in order. */
export interface RequestVerdict {
  template: string | null;
  ids: string[];
  parameters: Parameters;
  problems: ParameterProblem[];
}

const FORMATS = { 'unix-time': true, decimal: true, currency: true, 'iso-4217': true } as const;

let known: RequestSchema[] | null = null;
let ajv: Ajv | null = null;
const compiled = new Map<RequestSchema, ValidateFunction>();

function validatorOf(schema: RequestSchema): ValidateFunction {
  ajv ??= new Ajv({ strict: false, coerceTypes: true, allErrors: true, formats: FORMATS });
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(schema.schema)));
  return validate;
}

/**
 * Validates one request against Stripe's published request schemas and the dated list of newer ones. Reads them on first use (0.9 MB).
 * @param path as sent, `/v1/...`; a query belongs to it or into `form`
 * @param form the urlencoded body, or the query of a GET
 */
export function validateStripeRequest(method: string, path: string, form: string): RequestVerdict {
  known ??= readRequestSchemas();
  const [pathname = '', query = ''] = path.split('?', 2);
  const verb = method.toLowerCase();
  for (const schema of known) {
    const match = schema.method === verb ? schema.pattern.exec(pathname) : null;
    if (!match) continue;
    const parameters = qs.parse([query, form].filter(Boolean).join('&'), {
      depth: 20,
      arrayLimit: 200,
      parameterLimit: 5000,
    }) as Parameters;
    const validate = validatorOf(schema);
    const problems = validate(parameters) ? [] : (validate.errors ?? []).map(problemOf).filter((problem) => problem !== null);
    return { template: schema.template, ids: match.slice(1).map(decodeURIComponent), parameters, problems };
  }
  const message = `Unrecognized request URL (${method.toUpperCase()}: ${pathname}).`;
  return { template: null, ids: [], parameters: {}, problems: [{ param: null, code: 'url_invalid', message }] };
}
