import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { TOOLS } from './mcp-server.ts';
import { mayUse } from './tool.ts';

// Prints the tools of the MCP server with the scopes that open each: what docs/api.md and the table of scopes are written from.
const tools = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  scopes: KEY_SCOPE_IDS.filter((scope) => mayUse(tool, [scope])),
  isForApps: mayUse(tool, APP_SCOPES),
}));
process.stdout.write(JSON.stringify(tools));
