import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { BUILT_ORIGIN, SHARE_PICTURE } from '#contract/site.ts';
import { renderDocuments, renderMarketShell, DOCUMENTS } from '#frontend/documents/render-document.tsx';
import { SCHEMES } from '#frontend/theme/tokens.ts';

const pages = renderDocuments({
  css: '.lp{color:red}',
  script: '/assets/start.js',
  fonts: [{ family: 'Literata Variable', address: '/assets/literata.woff2' }],
});

describe('the static documents', () => {
  it('ROOT-11 are the landing page, the five pages and the page for investors', () => {
    expect(Object.keys(pages)).toEqual([
      'landing',
      'terms',
      'privacy-policy',
      'privacy',
      'accessibility-statement',
      'accreditation-info',
      'investors',
    ]);
  });

  it.each(DOCUMENTS.map(({ name, title }) => [name, title] as const))(
    '%s is complete: one heading, its title, its styles, and no script but the one file',
    (name, title) => {
      const html = pages[name]!;
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).toContain(`<title>${title}</title>`);
      expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" async="" src="/assets/start.js">']);
      expect(html).not.toMatch(/ on[a-z]+=/);
      expect(html).toContain('.lp{color:red}');
    },
  );

  it.each(DOCUMENTS.map(({ name, title, description }) => [name, title, description] as const))(
    '%s has the metadata of shared links and search engines: one address, title, description and a picture that exists',
    (name, title, description) => {
      const page = new DOMParser().parseFromString(pages[name]!, 'text/html');
      const address = `${BUILT_ORIGIN}${name === 'landing' ? '/' : `/${name}`}`;
      const link = (rel: string) => page.querySelector(`link[rel="${rel}"]`)?.getAttribute('href');
      const said = (property: string) =>
        page.querySelector(`meta[property="${property}"], meta[name="${property}"]`)?.getAttribute('content');
      expect([link('canonical'), link('apple-touch-icon'), link('alternate')]).toEqual([
        address,
        '/icons/apple-touch-icon.png',
        '/market/feed.xml',
      ]);
      for (const kind of ['og', 'twitter']) {
        expect([said(`${kind}:title`), said(`${kind}:description`)]).toEqual([title, description]);
        expect(said(`${kind}:image`)).toBe(`${BUILT_ORIGIN}/share.png`);
      }
      expect([said('og:url'), said('twitter:card')]).toEqual([address, 'summary_large_image']);
    },
  );

  it('name pictures of the declared size', async () => {
    const share = await sharp('frontend/public/share.png').metadata();
    expect([share.width, share.height]).toEqual([SHARE_PICTURE.width, SHARE_PICTURE.height]);
    const icon = await sharp('frontend/public/icons/apple-touch-icon.png').metadata();
    // iOS shows black where an icon is transparent
    expect([icon.width, icon.height, icon.hasAlpha]).toEqual([180, 180, false]);
  });

  it('include the empty page of the market, which names the app and does not start it', () => {
    const assets = { css: '.mk{}', script: '/assets/market.js', fonts: [] };
    const html = renderMarketShell(assets, { script: '/assets/index.js', styles: ['/assets/core.css'] });
    // the server fills them in at these places
    expect(html).toContain('<div id="served"></div>');
    expect(html).toMatch(/<title>[^<]*<\/title><meta name="description"/);
    expect(html.match(/<script[^>]*>/g)).toEqual([
      '<script type="module" async="" src="/assets/market.js" data-app="/assets/index.js" data-styles="/assets/core.css">',
    ]);
  });

  it('contain all three schemes', () => {
    for (const { bg } of Object.values(SCHEMES)) expect(pages.terms).toContain(`--bg:${bg}`);
  });

  it('hide controls that do nothing without a script', () => {
    expect(pages.landing).toContain('<noscript><style>[data-needs-script],[data-install]{display:none!important}</style></noscript>');
  });
});
