import type { REVISIONS } from '../mcp-client.factory.ts';

/** How a real app connects: what it registers, requests and sends, according to its source code or a report. */
export interface McpProgram {
  readonly name: string;
  /** Where this was documented. */
  readonly source: string;
  readonly registration: Readonly<Record<string, unknown>> & { readonly redirect_uris: readonly string[] };
  /** The redirect URI that it requests; default: its first registered one. */
  readonly redirectUri?: string;
  /** `null` if it requests none. */
  readonly scope: string | null;
  readonly resource: string | null;
  /** Whether it repeats the resource when it redeems the code. */
  readonly repeatsResource: boolean;
  readonly path: '/mcp' | '/mcp/';
  readonly accept: string | null;
  /** The text that the person sees on the consent page. */
  readonly shown: { readonly client_name: string; readonly host: string };
  /** The form in which it reads answers. */
  readonly reads: 'events' | 'json';
  readonly revision: (typeof REVISIONS)[number];
}

const BOTH = 'application/json, text/event-stream';
const OURS = 'courses:read generate learn mentor';
const PUBLIC = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
} as const;
const MCP = 'http://localhost:3000/mcp';
const USUAL = {
  scope: OURS,
  resource: MCP,
  repeatsResource: true,
  path: '/mcp',
  accept: BOTH,
  reads: 'events',
  revision: 'legacy',
} as const;

/** Add a row for each newly encountered app. */
export const MCP_PROGRAMS: readonly McpProgram[] = [
  {
    ...USUAL,
    name: 'Claude (claude.ai, desktop)',
    source:
      'anthropics/claude-code#5826, anthropics/claude-ai-mcp#1043: it asks for a secret, and takes none; sigbit/mcp-auth-proxy#123: the slash',
    registration: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...PUBLIC,
      token_endpoint_auth_method: 'client_secret_post',
      scope: OURS,
    },
    resource: `${MCP}/`,
    shown: { client_name: 'Claude', host: 'claude.ai' },
  },
  {
    ...USUAL,
    name: 'Claude Code, added by the name of this installation',
    source: 'api.figma.com’s registration by hand ("Claude Code (figma)"); anthropics/claude-code#52871: it names the origin',
    registration: { client_name: 'Claude Code (coursewright)', redirect_uris: ['http://localhost:3118/callback'], ...PUBLIC },
    redirectUri: 'http://localhost:53682/callback',
    resource: 'http://localhost:3000/',
    shown: { client_name: 'Claude Code', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'Claude Code without Accept',
    source: 'vectorize-io/hindsight#571',
    registration: { client_name: 'Claude Code', redirect_uris: ['http://localhost:3118/callback'], ...PUBLIC, application_type: 'native' },
    accept: null,
    reads: 'json',
    shown: { client_name: 'Claude Code', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'ChatGPT',
    source: 'danielealbano/android-remote-control-mcp#166, BasedHardware/omi#8824',
    registration: { client_name: 'ChatGPT', redirect_uris: ['https://chatgpt.com/connector/oauth/OUbdUMlL15Ct'], ...PUBLIC },
    scope: 'openid email profile offline_access',
    shown: { client_name: 'ChatGPT', host: 'chatgpt.com' },
  },
  {
    ...USUAL,
    name: 'Cursor',
    source: 'erp-mafia/accounted#2225, soflyy/agent-connector-for-wp#111, plane-mcp-server#159',
    registration: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      ...PUBLIC,
    },
    shown: { client_name: 'Cursor', host: 'cursor:' },
  },
  {
    ...USUAL,
    name: 'Cursor in the cloud',
    source: 'bytebase/bytebase#20510',
    registration: {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback', 'https://www.cursor.com/agents/mcp/oauth/callback'],
      ...PUBLIC,
    },
    redirectUri: 'https://www.cursor.com/agents/mcp/oauth/callback',
    shown: { client_name: 'Cursor', host: 'www.cursor.com' },
  },
  {
    ...USUAL,
    name: 'VS Code',
    source:
      'microsoft/vscode src/vs/base/common/oauth.ts (fetchDynamicRegistration); microsoft/vscode#278512: another port than registered',
    registration: {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      ...PUBLIC,
      application_type: 'native',
      scope: OURS,
    },
    redirectUri: 'http://127.0.0.1:59656/',
    path: '/mcp/',
    resource: `${MCP}/`,
    shown: { client_name: 'Visual Studio Code', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'Windsurf',
    source: 'trypostit/trypost#336: windsurf://codeium.windsurf; its client is the SDK’s',
    registration: { client_name: 'Windsurf', redirect_uris: ['windsurf://codeium.windsurf/callback'], ...PUBLIC },
    shown: { client_name: 'Windsurf', host: 'windsurf:' },
  },
  {
    ...USUAL,
    name: 'mcp-remote',
    source: 'geelen/mcp-remote src/lib/node-oauth-client-provider.ts: what it asks for when a server names no scopes',
    registration: {
      client_name: 'MCP CLI Proxy',
      client_uri: 'https://github.com/modelcontextprotocol/mcp-cli',
      redirect_uris: ['http://localhost:3334/oauth/callback'],
      software_id: '2e6dc280-f3c3-4e01-99a7-8181dbd1d23d',
      software_version: '0.1.30',
      ...PUBLIC,
      scope: 'openid email profile',
    },
    scope: 'openid email profile',
    shown: { client_name: 'MCP CLI Proxy', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'ElevenLabs',
    source: 'elevenlabs/elevenlabs-python#671: event-stream alone',
    registration: { client_name: 'ElevenLabs', redirect_uris: ['https://elevenlabs.io/app/mcp/oauth/callback'], ...PUBLIC },
    accept: 'text/event-stream',
    shown: { client_name: 'ElevenLabs', host: 'elevenlabs.io' },
  },
  {
    ...USUAL,
    name: 'The Inspector',
    source: 'modelcontextprotocol/inspector client/src/lib/auth.ts',
    registration: {
      client_name: 'MCP Inspector',
      client_uri: 'https://github.com/modelcontextprotocol/inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback', 'http://localhost:6274/oauth/callback/debug'],
      ...PUBLIC,
      scope: '',
    },
    scope: null,
    revision: '2026-07-28',
    shown: { client_name: 'MCP Inspector', host: 'localhost' },
    reads: 'json',
  },
  {
    ...USUAL,
    name: 'Goose',
    source:
      'aaif-goose/goose#9670 (its document has http://127.0.0.1/oauth_callback), #9181: a port of its own each time; no scope is its own',
    registration: {
      client_name: 'goose',
      redirect_uris: ['http://127.0.0.1/oauth_callback', 'http://[::1]/oauth_callback'],
      ...PUBLIC,
      scope: null,
    },
    redirectUri: 'http://127.0.0.1:51234/oauth_callback',
    scope: null,
    repeatsResource: false,
    shown: { client_name: 'goose', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'LibreChat',
    source: 'danny-avila/LibreChat packages/api/src/mcp/oauth/handler.ts: the first method that the server knows, its first scopes',
    registration: {
      client_name: 'LibreChat MCP Client',
      redirect_uris: ['https://chat.school.example/api/mcp/courses/oauth/callback'],
      ...PUBLIC,
      scope: OURS,
    },
    shown: { client_name: 'LibreChat MCP Client', host: 'chat.school.example' },
  },
  {
    ...USUAL,
    name: 'Codex',
    source: 'elmohq/elmo#684: captured',
    registration: { client_name: 'Codex', redirect_uris: ['http://127.0.0.1:37819/callback/1'], ...PUBLIC, application_type: 'native' },
    shown: { client_name: 'Codex', host: 'localhost' },
  },
  {
    ...USUAL,
    name: 'Antigravity',
    source: 'vercel/vercel-mcp-overview#1: a form of its own beside JSON',
    registration: { client_name: 'Antigravity', redirect_uris: ['https://antigravity.google/oauth-callback'], ...PUBLIC },
    accept: 'application/json, application/mcp+json',
    reads: 'json',
    shown: { client_name: 'Antigravity', host: 'antigravity.google' },
  },
  {
    ...USUAL,
    name: 'Open WebUI (Python SDK)',
    source: 'buildswithpaul/Frappe_Assistant_Core#65, makeplane/plane-mcp-server#220',
    registration: {
      client_name: 'Open WebUI',
      redirect_uris: ['https://ai.school.example/oauth/clients/mcp:courses/callback'],
      ...PUBLIC,
      client_uri: null,
      contacts: null,
      jwks: null,
    },
    scope: 'mcp user',
    resource: null,
    shown: { client_name: 'Open WebUI', host: 'ai.school.example' },
  },
  {
    ...USUAL,
    name: 'An app of a phone, by a name of its maker’s domain',
    source: 'RFC 8252, section 7.1',
    registration: { client_name: 'Pocket Tutor', redirect_uris: ['com.example.tutor:/oauth2redirect'], ...PUBLIC },
    resource: 'HTTP://LOCALHOST:3000/mcp',
    accept: 'APPLICATION/JSON, TEXT/EVENT-STREAM',
    shown: { client_name: 'Pocket Tutor', host: 'com.example.tutor:' },
  },
  {
    ...USUAL,
    name: 'A script',
    source: 'curl, requests, Postman: */*',
    registration: { redirect_uris: ['http://localhost:8000/cb'] },
    scope: 'openid',
    resource: 'http://localhost:3000',
    accept: '*/*',
    reads: 'json',
    shown: { client_name: '?', host: 'localhost' },
  },
];
