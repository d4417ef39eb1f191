import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { PRODUCT } from '#contract/product.ts';
import { SHARE_PICTURE } from '#contract/site.ts';
import { escapeHtml } from '#domain/mail/mail-parts.ts';
import { link } from './page-words.ts';

/** The parts that a market page adds to the empty page of the build (`render-document.tsx`). */
export interface PageParts {
  readonly title: string;
  readonly description: string;
  /** The page's canonical path. */
  readonly path: string;
  /** The picture for shared links, instead of the product's; `path` is relative to this installation. */
  readonly picture?: { readonly path: string; readonly alt: string; readonly width: number; readonly height: number } | undefined;
  /** HTML of the whole page below its header; the app replaces it once it runs. */
  readonly body: string;
  readonly data: object;
}

/** Returns a page's metadata for search engines and shared links. User texts are escaped. */
export function shareTags({ title, description, path, picture }: Omit<PageParts, 'body' | 'data'>, origin: string): string[] {
  const [name, about, address] = [title, description, origin + path].map(escapeHtml);
  const shown = picture ?? SHARE_PICTURE;
  const [image, alt] = [origin + shown.path, shown.alt].map(escapeHtml);
  return [
    `<link rel="canonical" href="${address}" />`,
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${PRODUCT}" />`,
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${about}" />`,
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${image}" />`,
    `<meta property="og:image:width" content="${shown.width}" />`,
    `<meta property="og:image:height" content="${shown.height}" />`,
    `<meta property="og:image:alt" content="${alt}" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
    `<meta name="twitter:title" content="${name}" />`,
    `<meta name="twitter:description" content="${about}" />`,
    `<meta name="twitter:image" content="${image}" />`,
    `<meta name="twitter:image:alt" content="${alt}" />`,
  ];
}

/** Fills a page's parts into the empty page. User texts are escaped; data cannot close its script element. */
export function fillShell(shell: string, { body, data, ...shown }: PageParts, origin: string): string {
  const [name, about] = [shown.title, shown.description].map(escapeHtml);
  const head = [
    ...shareTags(shown, origin),
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
  ].join('\n    ');
  const doors = [
    link('/sign-in?next=%2Fmarket', MARKET_WORDS.sign_in, ' class="button plain"'),
    link('/sign-in?mode=create&next=%2Fmarket', MARKET_WORDS.create_account, ' class="button main"'),
  ];
  const header = `<header>${link('/', PRODUCT, ' class="brand"')}<div class="doors">${doors.join('')}</div></header>`;
  // a function, because user texts may contain replacement patterns such as `$&`
  return shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${about}" />`)
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace('<div id="served"></div>', () => `<div id="served">${header}\n<main>${body}</main></div>`);
}
