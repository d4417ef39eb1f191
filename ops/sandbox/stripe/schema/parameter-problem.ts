import type { ErrorObject } from 'ajv';

/** One problem of a request, in the format of Stripe's error object. `param` has form notation: `items[0][price]`. */
export interface ParameterProblem {
  param: string | null;
  code: string;
  message: string;
}

const CODES: Record<string, string> = {
  integer: 'parameter_invalid_integer',
  boolean: 'parameter_invalid_boolean',
  number: 'parameter_invalid_number',
  array: 'parameter_invalid_array',
  object: 'parameter_invalid_object',
};

/** Converts `/items/0/price` to `items[0][price]`. */
function formName(pointer: string, last?: string): string {
  const parts = pointer.split('/').slice(1).map(unescapePointer);
  if (last !== undefined) parts.push(last);
  const [first = '', ...rest] = parts;
  return first + rest.map((part) => `[${part}]`).join('');
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Translates one of ajv's errors; null for those that only repeat another (`anyOf`). */
export function problemOf(error: ErrorObject): ParameterProblem | null {
  const at = error.instancePath;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'anyOf':
      return null;
    case 'additionalProperties': {
      const param = formName(at, String(params.additionalProperty));
      return { param, code: 'parameter_unknown', message: `Received unknown parameter: ${param}` };
    }
    case 'required': {
      const param = formName(at, String(params.missingProperty));
      return { param, code: 'parameter_missing', message: `Missing required param: ${param}.` };
    }
    case 'enum': {
      const param = formName(at);
      return {
        param,
        code: 'parameter_invalid_enum',
        message: `Invalid ${param}: must be one of ${(params.allowedValues as string[]).join(', ')}`,
      };
    }
    case 'type': {
      const param = formName(at);
      const type = String(params.type);
      return { param, code: CODES[type] ?? 'parameter_invalid_string', message: `Invalid ${type}: ${param}` };
    }
    default: {
      const param = formName(at);
      return { param, code: 'parameter_invalid', message: `Invalid ${param}: ${error.message}` };
    }
  }
}
