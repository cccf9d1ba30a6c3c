import { type ComponentProps, useCallback } from 'react';

/** A picture that is only on this phone. */
export function BlobImage({ blob, alt, ...props }: ComponentProps<'img'> & { blob: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img {...props} ref={show} alt={alt} />;
}
