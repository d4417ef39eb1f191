import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { fileBody } from '#contract/platform/file-body.ts';

/** Returns the file's default name (EXP-01). @param day `YYYY-MM-DD` */
export const exportFileName = (day: string): string => `coursewright-data-export-${day}.zip`;

/**
 * EXP-01, G56: a zip with one JSON file per kind of data and a README.txt that explains each file. `content-disposition` has the file name.
 */
export const dataExport = defineEndpoint({
  name: 'dataExport',
  method: 'GET',
  path: '/api/user/data-export',
  summary: 'Everything that is stored about the signed-in person, as a zip.',
  auth: 'user',
  personOnly: 'everything',
  media: 'application/zip',
  responses: { 200: fileBody },
  errors: ['limits.rate'],
  limit: 'export',
});
