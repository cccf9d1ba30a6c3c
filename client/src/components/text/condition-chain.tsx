import { t } from '@quickfleet/shared/words/t';
import { ImageGallery } from '../photos/image-gallery.tsx';
import styles from './condition-chain.module.css';

export interface ConditionStep {
  title: string;
  /** For the captions of the photos: 'P' makes P1, P2. */
  prefix?: string;
  /** For readers, behind the item's name: 'pickup photo'. */
  label: string;
  urls: readonly string[];
}

interface ConditionChainProps {
  item: string;
  steps: readonly ConditionStep[];
  /** false: its reader may not be shown all photos, so that a step without one says nothing. */
  isComplete?: boolean;
}
/** How an item looked when it was asked for, picked up and delivered, side by side; nothing when there is no photo. */
export function ConditionChain({ item, steps: all, isComplete = true }: ConditionChainProps) {
  const steps = isComplete ? all : all.filter(({ urls }) => urls.length > 0);
  if (steps.every(({ urls }) => urls.length === 0)) return null;
  return (
    <div className={styles.chain} style={{ '--steps': steps.length } as React.CSSProperties}>
      {steps.map(({ title, prefix, label, urls }) => (
        <div key={title}>
          <p className={styles.title}>{title}</p>
          {urls.length === 0 ? (
            <p className={styles.none}>{t('No photo')}</p>
          ) : (
            <ImageGallery
              urls={[...urls]}
              label={`${item}, ${label}`}
              {...(prefix ? { captionPrefix: prefix } : {})}
              thumbWidth={88}
            />
          )}
        </div>
      ))}
    </div>
  );
}
