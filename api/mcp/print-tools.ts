import { APP_SCOPES } from '#contract/identity/connected-apps.contract.ts';
import { KEY_SCOPE_IDS } from '#contract/identity/key-scopes.ts';
import { TOOLS } from './mcp-server.ts';
import { mayUse } from './tool.ts';

// Prints the MCP server's tools with the scopes that open each, for docs/api.md and the table of scopes.
const tools = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  scopes: KEY_SCOPE_IDS.filter((scope) => mayUse(tool, [scope])),
  isForApps: mayUse(tool, APP_SCOPES),
}));
process.stdout.write(JSON.stringify(tools));
