import { t } from '#frontend/lib/text.ts';

/** Whether a picture belongs to this product: a path of its own, or a data URL. */
const isOwn = (src: string): boolean => /^\/(?![/\\])/.test(src);

interface PictureProps {
  readonly src: string;
  readonly alt: string;
}

/** A picture of a lesson. Other servers would learn who reads what and when, so an external picture becomes a link that names its host. */
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
