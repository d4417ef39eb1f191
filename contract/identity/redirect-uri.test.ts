import { expect, it } from 'vitest';
import { isRedirectUri, privateSchemeOf, shownRedirect } from './redirect-uri.ts';

it.each([
  ['https://agent.example.com/cb?x=1', 'agent.example.com'],
  ['http://127.0.0.1:33418/', 'localhost'],
  ['http://localhost/callback', 'localhost'],
  ['http://[::1]:4000/cb', 'localhost'],
  ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
  ['vscode-insiders://publisher.extension/done', 'vscode-insiders:'],
  ['com.example.app:/oauth2redirect', 'com.example.app:'],
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
