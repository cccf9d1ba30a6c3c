import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import { default as YetAnotherLightbox } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';

interface LightboxProps {
  slides: { src: string; alt: string; caption?: string | undefined }[];
  index: number;
  onClose: () => void;
}

/** Photos over the page, with zoom, keyboard and swipe. Loaded only when one is opened. */
export function Lightbox({ slides, index, onClose }: LightboxProps) {
  return (
    <YetAnotherLightbox
      open
      index={index}
      close={onClose}
      slides={slides.map(({ src, alt, caption }) => ({ src, alt, title: caption }))}
      plugins={[Captions, Zoom]}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true }}
    />
  );
}
