import { openApiDocument } from './openapi.ts';

// Prints the OpenAPI document of an installation at an example address, which `npm run check` lints, and from which a client can be
// generated without a running server.
process.stdout.write(JSON.stringify(openApiDocument({ origin: 'https://coursewright.invalid', sessionCookie: '__Host-cw' })));
