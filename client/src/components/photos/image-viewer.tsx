import { Modal } from '@mantine/core';

interface ImageViewerProps {
  image: { url: string; name: string };
  isOpen: boolean;
  onClose: () => void;
  /** It is gone from the screen: the focus can go back. */
  onClosed: () => void;
}

/**
 * One photo in full size. Loaded with the first look: dialogs are the heaviest part of a form that may never need one.
 */
export function ImageViewer({ image, isOpen, onClose, onClosed }: ImageViewerProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={image.name}
      size="xl"
    >
      <img
        src={image.url}
        alt={image.name}
        style={{ display: 'block', maxWidth: '100%', maxHeight: '75vh', margin: '0 auto' }}
      />
    </Modal>
  );
}
