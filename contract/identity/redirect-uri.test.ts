import { expect, it } from 'vitest';
import { isRedirectUri, KNOWN_PROGRAMS, privateSchemeOf, shownRedirect } from './redirect-uri.ts';

it.each([
  ['https://agent.example.com/cb?x=1', 'agent.example.com'],
  ['http://127.0.0.1:33418/', 'localhost'],
  ['http://localhost/callback', 'localhost'],
  ['http://[::1]:4000/cb', 'localhost'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
  ['vscode-insiders://publisher.extension/done', 'vscode-insiders:'],
  ['com.example.app:/oauth2redirect', 'com.example.app:'],
  ['com.googleusercontent.apps.1-a:/oauth2redirect', 'com.googleusercontent.apps.1-a:'],
  ['de.schule-example.app://cb', 'de.schule-example.app:'],
  ['claude://claude.ai/mcp-auth-callback/sdk', 'claude:'],
  ['CURSOR://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
])('%s is a redirect address, shown as %s', (uri, shown) => {
  expect(isRedirectUri(uri)).toBe(true);
  expect(shownRedirect(uri)).toBe(shown);
});

it.each([
  'javascript:alert(1)',
  'JavaScript://x.example/%0aalert(1)',
  'java\nscript://x/alert(1)',
  ' javascript://x/alert(1)',
  'data://text/html,x',
  'file:///etc/passwd',
  'file://host/share',
  'blob://x/y',
  'vbscript://x',
  'view-source://x',
  'about://blank',
  'filesystem://x/y',
  'intent://x/#Intent',
  'ms-msdt://x',
  'search-ms://x',
  'mailto://ada@example.com',
  'ftp://x.example/cb',
  'wss://x.example/cb',
  'web+app://x',
  // browsers and the system, under names that no list of ours had
  'googlechromes://evil.example/cb',
  'googlechrome://evil.example/cb',
  'googlechrome-x-callback://x-callback-url/open',
  'microsoft-edge-https://evil.example/cb',
  'microsoft-edge://evil.example/cb',
  'opera-https://evil.example/cb',
  'touch-https://evil.example/cb',
  'firefox://open-url?url=x',
  'brave://evil.example/cb',
  'x-apple.systempreferences://com.apple.preference',
  'x-web-search://?x',
  'shortcuts://run-shortcut?name=x',
  'steam://run/1',
  // with a point, and no domain name in reverse
  'microsoft.windows.camera://x',
  'microsoft.windows.photos.crop://x',
  'iris.beep://x',
  'soap.beep://x',
  'vnd.youtube://x',
  'ms-settings.display://x',
  'com.://x',
  'com..app://x',
  'com.-app://x',
  'com://x',
  'com.example.://x',
  'agent.example://x',
  // programs that nobody knows
  'mytool://cb',
  'constructor://x',
  // the part after the colon is neither a host nor a path
  'cursor:callback',
  'cursor://',
  'cursor://user:word@host/cb',
  'cursor://host/cb#x',
  'cursor://*/cb',
  'cursor:\\\\host\\cb',
  'http://evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'https://localhost/cb',
  'https://127.0.0.1/cb',
  'https://app.localhost/cb',
  'https://intranet/cb',
  'https://user:pass@evil.example/',
  'https://*.evil.example/cb',
  'https://evil.example/cb#x',
  'nonsense',
  '//evil.example/cb',
])('%j is not', (uri) => {
  expect(isRedirectUri(uri)).toBe(false);
});

it('the web and the loopback address have no app scheme', () => {
  expect(privateSchemeOf('https://agent.example.com/cb')).toBeNull();
  expect(privateSchemeOf('http://127.0.0.1/cb')).toBeNull();
});

it('every known program has a name and a source, and a scheme in lower case', () => {
  for (const { begins, name, source } of KNOWN_PROGRAMS) {
    expect(begins).toMatch(/^[a-z][a-z-]*:\/\/$/);
    expect(name).not.toBe('');
    expect(URL.canParse(source.split(' ')[0]!), source).toBe(true);
    expect(isRedirectUri(`${begins}host/callback`)).toBe(true);
  }
});
