import { t } from '#frontend/lib/text.ts';

/** A picture of this product: an address of its own, or one that carries the picture. */
const isOwn = (src: string): boolean => /^\/(?![/\\])/.test(src);

interface PictureProps {
  readonly src: string;
  readonly alt: string;
}

/**
 * A picture of a lesson. Other people's servers would learn who reads what and when, so a picture of theirs is a link that says where it leads.
 */
export function Picture({ src, alt }: PictureProps) {
  if (isOwn(src)) return <img src={src} alt={alt} loading="lazy" decoding="async" />;
  const words = alt === '' ? t('Picture') : t('Picture: {alt}', { alt });
  const host = /^https:\/\/([^/?#@\s]+)/i.exec(src)?.[1];
  if (host === undefined) return alt === '' ? null : <em data-unread="">{words}</em>;
  return (
    <a data-unread="" href={src} rel="noopener noreferrer" target="_blank">
      {t('{words} (opens {host})', { words, host })}
    </a>
  );
}
