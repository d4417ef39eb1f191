import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PRODUCT } from '#contract/product.ts';
import { BUILT_ORIGIN, FEED_PATH, FEED_TITLE, SHARE_PICTURE } from '#contract/site.ts';
import { InvestorPage } from '#frontend/features/investors/investor-page.tsx';
import { LegalDocument } from '#frontend/features/legal/legal-document.tsx';
import { LEGAL_NAMES, LEGAL_PAGES, type LegalName } from '#frontend/features/legal/legal-pages.ts';
import { AssistantTab } from '#frontend/features/marketing/assistant/assistant-tab.tsx';
import { Landing } from '#frontend/features/marketing/landing/landing.tsx';
import { schemeCss } from '#frontend/theme/scheme-css.ts';
import { SCHEMES } from '#frontend/theme/tokens.ts';

/** The build's assets for the documents. */
export interface DocumentAssets {
  /** The documents' minified styles, inlined so that the first paint needs no further request. */
  readonly css: string;
  /** Address of the one script that runs before any interaction. */
  readonly script: string;
  /** URLs of the Latin fonts, by family; both are preloaded with the document. */
  readonly fonts: readonly { readonly family: string; readonly address: string }[];
}

/** The Unicode range of the fonts: Latin and its punctuation, as fontsource subsets it. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

const fontFace = ({ family, address }: DocumentAssets['fonts'][number]): string =>
  `@font-face{font-family:"${family}";font-style:normal;font-display:swap;font-weight:200 900;src:url(${address}) format("woff2");unicode-range:${LATIN}}`;

/** The app's assets for the market page, which loads them on the visitor's first interaction. */
interface AppAssets {
  readonly script: string;
  readonly styles: readonly string[];
}

const NEEDS_SCRIPT = '[data-needs-script],[data-install]{display:none!important}';

interface PageProps {
  readonly title: string;
  readonly description: string;
  readonly assets: DocumentAssets;
  readonly app?: AppAssets;
  /** Its canonical path; absent if the server adds the tags for shared links. */
  readonly path?: string;
  readonly children: ReactNode;
}

/** What search engines and shared links show of a document; the server inserts its own origin. */
const sharedTags = (title: string, description: string, path: string): [kind: 'property' | 'name', name: string, content: string][] => [
  ['property', 'og:type', 'website'],
  ['property', 'og:site_name', PRODUCT],
  ['property', 'og:title', title],
  ['property', 'og:description', description],
  ['property', 'og:url', BUILT_ORIGIN + path],
  ['property', 'og:image', BUILT_ORIGIN + SHARE_PICTURE.path],
  ['property', 'og:image:width', String(SHARE_PICTURE.width)],
  ['property', 'og:image:height', String(SHARE_PICTURE.height)],
  ['property', 'og:image:alt', SHARE_PICTURE.alt],
  ['name', 'twitter:card', 'summary_large_image'],
  ['name', 'twitter:title', title],
  ['name', 'twitter:description', description],
  ['name', 'twitter:image', BUILT_ORIGIN + SHARE_PICTURE.path],
  ['name', 'twitter:image:alt', SHARE_PICTURE.alt],
];

function Page({ title, description, assets, app, path, children }: PageProps) {
  const css = [schemeCss(), ...assets.fonts.map(fontFace), assets.css].join('\n');
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={SCHEMES.light.bg} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={SCHEMES.dark.bg} />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/atom+xml" title={FEED_TITLE} href={FEED_PATH} />
        {path !== undefined && (
          <>
            <link rel="canonical" href={BUILT_ORIGIN + path} />
            {sharedTags(title, description, path).map(([kind, name, content]) => (
              <meta key={name} {...{ [kind]: name }} content={content} />
            ))}
          </>
        )}
        {assets.fonts.map(({ address }) => (
          <link key={address} rel="preload" as="font" type="font/woff2" href={address} crossOrigin="" />
        ))}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        <noscript>
          <style dangerouslySetInnerHTML={{ __html: NEEDS_SCRIPT }} />
        </noscript>
        <script type="module" async src={assets.script} data-app={app?.script} data-styles={app?.styles.join(' ')} />
      </head>
      <body>{children}</body>
    </html>
  );
}

const htmlOf = (page: ReactNode): string => `<!doctype html>\n${renderToStaticMarkup(page)}\n`;

/** Returns every static document as HTML, by name. */
export const renderDocuments = (assets: DocumentAssets): Record<string, string> =>
  Object.fromEntries(
    DOCUMENTS.map(({ name, title, description, content }) => [
      name,
      htmlOf(
        <Page title={title} description={description} assets={assets} path={name === 'landing' ? '/' : `/${name}`}>
          {content}
        </Page>,
      ),
    ]),
  );

/** Returns the market page without its content, which the server inserts (api: market/page-parts.ts). */
export const renderMarketShell = (assets: DocumentAssets, app: AppAssets): string =>
  htmlOf(
    <Page title={PRODUCT} description="Courses made and published by creators." assets={assets} app={app}>
      <div id="served" />
    </Page>,
  );

/** A page that is complete without a script. */
interface StaticDocument {
  /** Its file and its address: `terms` is at `/terms`; `landing` is at `/`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly content: ReactNode;
}

const legal = (name: LegalName): StaticDocument => ({
  name,
  title: `${LEGAL_PAGES[name].title} · ${PRODUCT}`,
  description: LEGAL_PAGES[name].description,
  content: <LegalDocument name={name} />,
});

export const DOCUMENTS: readonly StaticDocument[] = [
  {
    name: 'landing',
    title: `${PRODUCT}: courses written for one reader`,
    description: 'Describe what you want to learn; AI services write a course for you, lesson by lesson. Free to begin.',
    content: (
      <>
        <Landing />
        <div data-assistant="" data-needs-script="">
          <AssistantTab />
        </div>
      </>
    ),
  },
  ...LEGAL_NAMES.map(legal),
  {
    name: 'investors',
    title: `Investor information · ${PRODUCT}`,
    description: `What ${PRODUCT} is, how it earns, and what the operator states to investors.`,
    content: <InvestorPage />,
  },
];
