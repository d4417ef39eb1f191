/** Loopback hosts: the user's own machine. */
const LOOPBACKS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Schemes that cannot be private to an app: browsers run or open their addresses, or pass them to software unrelated to the registered app.
 * Any other scheme can be an app's own.
 */
const NOT_A_PROGRAM: ReadonlySet<string> = new Set(
  [
    // run or shown by the browser
    'about blob chrome chrome-extension cid data edge feed file filesystem jar javascript livescript mhtml mid mocha moz-extension opera res',
    'resource safari-extension vbscript view-source wyciwyg',
    // of the network
    'acap dav dict dns ftp ftps git gopher http https imap imaps ipp ipps ldap ldaps nfs news nntp pop rtmp rtsp rtsps sftp smb snmp ssh svn',
    'telnet tftp vnc ws wss',
    // handled by the system, or by the person's app for mail, calls, maps or shops
    'afp bitcoin callto content ed2k facetime facetime-audio geo intent irc ircs itms itms-apps itms-services magnet mailto maps market mms',
    'package payto search search-ms shell sip sips skype sms smsto tel upi urn vnd webcal x-apple-systempreferences xmpp',
  ].flatMap((names) => names.split(' ')),
);
/** Families of schemes that cannot be private to an app: Windows’ own, and those that web pages handle. */
const NOT_A_PROGRAM_EITHER = /^(?:ms-|web\+|ext\+|vnd\.)/;

/** A private-use scheme that opens an app: followed by a host or a path, never by a script or data. */
const PRIVATE_USE = /^([a-z][a-z0-9+.-]*):\/\/?[^/]/i;

/** Blanks, control characters and backslashes, which URL parsers drop or replace. */
const ODD = /[\s\\\p{C}]/u;

/**
 * Returns the private-use scheme (RFC 8252, section 7.1) with which an address opens an app on the person's device, such as `cursor`; null
 * for web addresses and for schemes that cannot be private to an app. Another app on the device may handle the same scheme, which is why
 * PKCE is required.
 */
export function privateSchemeOf(uri: string): string | null {
  const [, given] = PRIVATE_USE.exec(uri) ?? [];
  const scheme = given?.toLowerCase();
  if (!scheme || NOT_A_PROGRAM.has(scheme) || NOT_A_PROGRAM_EITHER.test(scheme)) return null;
  return scheme;
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
 * Returns the part of a redirect URI that people are shown: a host, `localhost` for their own machine, or the app's own scheme with its
 * colon.
 */
export function shownRedirect(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'localhost';
  const scheme = privateSchemeOf(uri);
  return scheme === null ? url.host : `${scheme}:`;
}
