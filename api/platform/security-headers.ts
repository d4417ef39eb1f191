import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import { config } from '#domain/platform/config.ts';
import { isLoopbackHost } from './provenance.ts';

const PERMISSIONS = 'geolocation=(self), microphone=(self), camera=(self), payment=(), usb=(), browsing-topics=()';

/** Content sources that Google Maps needs; added only if the operator has configured a key. */
const GOOGLE_MAPS = {
  'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  'style-src': ['https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'img-src': ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'],
  'connect-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
} as const;

/**
 * Sets the headers of every answer. Scripts come only from our own files; styles can be inline, because the component library writes them.
 */
export function securityHeaders(): Middleware {
  const maps: Partial<Record<string, readonly string[]>> = config().map.googleKey ? GOOGLE_MAPS : {};
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...(maps['script-src'] ?? [])],
        'style-src': ["'self'", "'unsafe-inline'", ...(maps['style-src'] ?? [])],
        'font-src': ["'self'", ...(maps['font-src'] ?? [])],
        'img-src': ["'self'", 'data:', 'blob:', ...(maps['img-src'] ?? [])],
        'media-src': ["'self'", 'blob:'],
        'connect-src': ["'self'", ...(maps['connect-src'] ?? [])],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // browsers remember this per host name and then refuse plain http: never send it for a name that other local servers share
    strictTransportSecurity: isLoopbackHost(new URL(config().publicOrigin).hostname)
      ? false
      : { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (ctx, next) => {
    ctx.set('Permissions-Policy', PERMISSIONS);
    return protect(ctx as never, next);
  };
}
