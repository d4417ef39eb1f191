import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/platform/endpoint.ts';

/** Maximum number of saved views per person; a further view replaces the oldest. */
export const MOST_VIEWS = 30;
/** Maximum length of a view's name, in characters. */
export const VIEW_NAME_MOST = 40;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(VIEW_NAME_MOST));
const views = z.object({ views: z.array(z.object({ name: z.string(), find: z.string() })) });
export type RunView = z.infer<typeof views>['views'][number];

export const listRunViews = defineEndpoint({
  name: 'listRunViews',
  method: 'GET',
  path: '/api/operator/run-views',
  summary: 'The caller’s saved views of runs, oldest first.',
  auth: 'operator',
  scopes: ['operate:read'],
  responses: { 200: views },
  errors: ['access.denied'],
});

/** Not audited, because it affects only the caller. */
export const saveRunView = defineEndpoint({
  name: 'saveRunView',
  method: 'PUT',
  path: '/api/operator/run-views',
  summary: `Save a list of runs under a name, ${MOST_VIEWS} at most; without \`find\`, remove it.`,
  auth: 'operator',
  scopes: ['operate'],
  /** `find` is the parameter of the console's URL. */
  body: z.object({ name, find: z.nullable(z.string().check(z.minLength(1), z.maxLength(2_000))) }),
  example: { name: 'Failed today', find: 'status=failed' },
  responses: { 200: views },
  errors: ['validation.failed', 'access.denied'],
});
