import { Suspense, useState } from 'react';
import { smallImage } from '../../lib/files/small-image.ts';
import { lazyExtra } from '../../lib/loading/lazy-named.ts';
import styles from './image-gallery.module.css';

const Lightbox = lazyExtra(() => import('./lightbox.tsx').then((m) => m.Lightbox));

interface ImageGalleryProps {
  urls: string[];
  /** Names the photos to readers: 'Desk, pickup photo'. */
  label: string;
  /** 'P' captions them P1, P2 …; left out, there is no caption. */
  captionPrefix?: string;
  /** 'tab' opens the full photo in a new tab, 'lightbox' over the page. */
  opens?: 'lightbox' | 'tab';
  thumbWidth?: number;
}

/** 4:3 thumbnails; renders nothing without photos. */
export function ImageGallery({ urls, label, captionPrefix, opens = 'lightbox', thumbWidth = 96 }: ImageGalleryProps) {
  const [openAt, setOpenAt] = useState<number>();
  if (urls.length === 0) return null;
  const slides = urls.map((src, at) => ({
    src,
    alt: `${label} ${at + 1}`,
    caption: captionPrefix ? `${captionPrefix}${at + 1}` : undefined,
  }));

  return (
    <>
      <ul className={styles.grid} style={{ '--thumb': `${thumbWidth}px` }}>
        {slides.map(({ src, alt, caption }, at) => {
          const inside = (
            <>
              <img src={smallImage(src)} alt={alt} loading="lazy" />
              {caption && <span className={styles.caption}>{caption}</span>}
            </>
          );
          return (
            <li key={src}>
              {opens === 'tab' ? (
                <a className={styles.thumb} href={src} target="_blank" rel="noopener noreferrer">
                  {inside}
                </a>
              ) : (
                <button type="button" className={styles.thumb} onClick={() => setOpenAt(at)} aria-haspopup="dialog">
                  {inside}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {openAt !== undefined && (
        <Suspense>
          <Lightbox slides={slides} index={openAt} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </>
  );
}
