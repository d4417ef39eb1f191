/** Loopback hosts: the user's own machine. */
const LOOPBACKS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Known programs whose scheme is not a reversed domain name, with a place where the scheme is a redirect address or registered by the
 * program. A scheme that is neither here nor reversed may belong to a browser, to the system, or to anybody's program, and is refused.
 */
export const KNOWN_PROGRAMS: readonly { readonly begins: string; readonly name: string; readonly source: string }[] = [
  { begins: 'cherrystudio://', name: 'Cherry Studio', source: 'https://github.com/CherryHQ/cherry-studio (cherrystudio://oauth/callback)' },
  {
    begins: 'claude://',
    name: 'Claude for desktop',
    source: 'https://github.com/keboola/mcp-server/pull/143 (claude://claude.ai/mcp-auth-callback)',
  },
  { begins: 'code-oss://', name: 'Code – OSS', source: 'https://github.com/microsoft/vscode/blob/main/product.json (urlProtocol)' },
  { begins: 'codex://', name: 'Codex', source: 'https://developers.openai.com/codex/app (codex://connector/oauth_callback)' },
  { begins: 'cursor://', name: 'Cursor', source: 'https://github.com/modelcontextprotocol/python-sdk/issues/897' },
  { begins: 'kiro://', name: 'Kiro', source: 'https://kiro.dev/docs (kiro://kiro.kiroAgent/authenticate-success)' },
  { begins: 'mcpjam://', name: 'MCPJam Inspector', source: 'https://www.mcpjam.com/.well-known/oauth/client-metadata.json' },
  { begins: 'raycast://', name: 'Raycast', source: 'https://developers.raycast.com/api-reference/oauth (RedirectMethod.App)' },
  { begins: 'trae://', name: 'Trae', source: 'https://docs.trae.ai/ide/model-context-protocol (trae://trae.ai-ide)' },
  {
    begins: 'vscode://',
    name: 'Visual Studio Code',
    source: 'https://code.visualstudio.com/api/references/vscode-api#window.registerUriHandler',
  },
  {
    begins: 'vscode-insiders://',
    name: 'Visual Studio Code Insiders',
    source: 'https://code.visualstudio.com/api/references/vscode-api#window.registerUriHandler',
  },
  { begins: 'vscodium://', name: 'VSCodium', source: 'https://github.com/VSCodium/vscodium/blob/master/prepare_vscode.sh (urlProtocol)' },
  { begins: 'warp://', name: 'Warp', source: 'https://docs.warp.dev/knowledge-and-collaboration/mcp (warp://mcp/oauth2callback)' },
  { begins: 'windsurf://', name: 'Windsurf', source: 'https://docs.windsurf.com/windsurf/cascade/mcp (windsurf://codeium.windsurf)' },
  { begins: 'zed://', name: 'Zed', source: 'https://github.com/zed-industries/zed (zed://mcp/oauth/callback)' },
];
const KNOWN_SCHEMES: ReadonlySet<string> = new Set(KNOWN_PROGRAMS.map(({ begins }) => begins.slice(0, -'://'.length)));

/** Top-level domains of more than two letters in which programs have their names; every one of two letters is a country's. */
const TOP_LEVELS =
  'com net org edu gov mil int info biz name pro app dev tech cloud online site store shop xyz studio tools software digital agency company group world life live page link network systems solutions services education school academy'.split(
    ' ',
  );
/** A domain name in reverse (RFC 8252, 7.1), such as `com.example.app`: its top level first, then labels of letters, digits and hyphens. */
const REVERSED = new RegExp(`^(?:[a-z]{2}|${TOP_LEVELS.join('|')})(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$`);

/** A private-use scheme that opens an app: followed by a host or a path, never by a script or data. */
const PRIVATE_USE = /^([a-z][a-z0-9+.-]*):\/\/?[^/]/i;

/** Blanks, control characters and backslashes, which URL parsers drop or replace. */
const ODD = /[\s\\\p{C}]/u;

/**
 * Returns the private-use scheme (RFC 8252, section 7.1) with which an address opens an app on the person's device, such as `cursor`; null
 * for web addresses and for schemes that are neither a reversed domain name nor a known program's. Another app on the device may handle the
 * same scheme, which is why PKCE is required.
 */
export function privateSchemeOf(uri: string): string | null {
  const scheme = PRIVATE_USE.exec(uri)?.[1]?.toLowerCase();
  return scheme !== undefined && (KNOWN_SCHEMES.has(scheme) || REVERSED.test(scheme)) ? scheme : null;
}

/** Tells whether an address is on the person's own machine, where the app can use any port. */
export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACKS.includes(hostname);

/** Tells whether an app can use an address as a redirect URI: https, the person's own machine, or a scheme of the app's own. */
export function isRedirectUri(text: string): boolean {
  if (ODD.test(text) || !URL.canParse(text) || text.includes('#') || text.includes('*')) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:')
    return url.hostname.includes('.') && !url.hostname.endsWith('.localhost') && !LOOPBACKS.includes(url.hostname);
  return isLoopback(url) || privateSchemeOf(text) !== null;
}

/**
 * Returns the part of a redirect URI that people are shown first: a host, `localhost` for their own machine, or the app's own scheme with its
 * colon.
 */
export function shownRedirect(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'localhost';
  const scheme = privateSchemeOf(uri);
  return scheme === null ? url.host : `${scheme}:`;
}
