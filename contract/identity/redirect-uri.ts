/** Addresses of the person's own machine. */
const LOOPBACKS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Schemes that no program has for itself: browsers run or read what they name, or hand it to something that has nothing to do with the program
 * that has registered. Any other may be a program's own.
 */
const NOT_A_PROGRAM: ReadonlySet<string> = new Set(
  [
    // run or shown by the browser
    'about blob chrome chrome-extension cid data edge feed file filesystem jar javascript livescript mhtml mid mocha moz-extension opera res',
    'resource safari-extension vbscript view-source wyciwyg',
    // of the network
    'acap dav dict dns ftp ftps git gopher http https imap imaps ipp ipps ldap ldaps nfs news nntp pop rtmp rtsp rtsps sftp smb snmp ssh svn',
    'telnet tftp vnc ws wss',
    // answered by the system, or by whichever program a person has for mail, calls, maps and shops
    'afp bitcoin callto content ed2k facetime facetime-audio geo intent irc ircs itms itms-apps itms-services magnet mailto maps market mms',
    'package payto search search-ms shell sip sips skype sms smsto tel upi urn vnd webcal x-apple-systempreferences xmpp',
  ].flatMap((names) => names.split(' ')),
);
/** Families of schemes that belong to no program that registers: Windows’ own, and those that web pages answer. */
const NOT_A_PROGRAM_EITHER = /^(?:ms-|web\+|ext\+|vnd\.)/;

/** A custom scheme that opens an app: with a host or a path, never one that could carry a script or data. */
const PRIVATE_USE = /^([a-z][a-z0-9+.-]*):\/\/?[^/]/i;

/** Blanks, controls and backslashes, which readers of addresses drop or turn around. */
const ODD = /[\s\\\p{C}]/u;

/**
 * Returns the private-use scheme by which an address leads back to a program on the person's device (RFC 8252, section 7.1), such as `cursor`;
 * null for an address of the web, and for a scheme that is no program's own. Whether another program answers it there, nobody can tell: that is what
 * PKCE is for, which every program needs here.
 */
export function privateSchemeOf(uri: string): string | null {
  const [, given] = PRIVATE_USE.exec(uri) ?? [];
  const scheme = given?.toLowerCase();
  if (!scheme || NOT_A_PROGRAM.has(scheme) || NOT_A_PROGRAM_EITHER.test(scheme)) return null;
  return scheme;
}

/** Returns whether an address is on the person's own machine, where any port can belong to the app. */
export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACKS.includes(hostname);

/**
 * Tells whether a program may have people led back to an address: one of the web over TLS, one of the person's own machine, or one of a scheme that is
 * the program's own.
 */
export function isRedirectUri(text: string): boolean {
  if (ODD.test(text) || !URL.canParse(text) || text.includes('#') || text.includes('*')) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:')
    return url.hostname.includes('.') && !url.hostname.endsWith('.localhost') && !LOOPBACKS.includes(url.hostname);
  return isLoopback(url) || privateSchemeOf(text) !== null;
}

/** The part of a redirect URI that the person is shown: a host, `localhost` for their own machine, or the app's own scheme with its colon. */
export function shownRedirect(uri: string): string {
  const url = new URL(uri);
  if (isLoopback(url)) return 'localhost';
  const scheme = privateSchemeOf(uri);
  return scheme === null ? url.host : `${scheme}:`;
}
