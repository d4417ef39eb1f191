import { openApiDocument } from './openapi.ts';

// Prints the OpenAPI document of an installation at an example address: what `npm run check` lints, and what a client can be generated from
// without a running server.
process.stdout.write(JSON.stringify(openApiDocument({ origin: 'https://coursewright.invalid', sessionCookie: '__Host-cw' })));
