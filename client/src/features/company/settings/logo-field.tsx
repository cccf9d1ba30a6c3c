import { Box, Button, FileButton, Group, Input, Text } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/error-message.ts';
import { uploadImage } from '../../../lib/api/upload.ts';
import { logoFile } from '../../../lib/files/logo-file.ts';

const TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/svg+xml';
const PREVIEWS = [
  { name: 'light', ground: '#f7f9fb' },
  { name: 'dark', ground: '#0b1622' },
] as const;

/** A logo on a light and on a dark page. */
function Previews({ url }: { url: string }) {
  return (
    <Group gap="sm">
      {PREVIEWS.map(({ name, ground }) => (
        <Box
          key={name}
          bg={ground}
          p="md"
          style={{ borderRadius: 8, border: '1px solid var(--mantine-color-default-border)' }}
        >
          <img
            src={`${url}?size=thumb`}
            alt={t('The logo on a {name} page', { name })}
            style={{
              display: 'block',
              height: 40,
              maxWidth: 180,
              objectFit: 'contain',
              ...(name === 'dark' && { background: '#fff', boxShadow: '0 0 0 4px #fff', borderRadius: 2 }),
            }}
          />
        </Box>
      ))}
    </Group>
  );
}

interface LogoFieldProps {
  value: string | null;
  error: string | undefined;
  onChange: (url: string | null) => void;
}

/** Uploads a logo and gives its address; a vector picture becomes a PNG before it is sent. */
export function LogoField({ value, error, onChange }: LogoFieldProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isLight, setLight] = useState(false);
  const reset = useRef<() => void>(null);
  const choose = async (chosen: File | null) => {
    if (!chosen || isBusy) return;
    setBusy(true);
    setFailure('');
    try {
      const { file, isTooLight } = await logoFile(chosen);
      onChange(await uploadImage(file));
      setLight(isTooLight);
    } catch (problem) {
      setFailure(messageOf(problem, t('The logo could not be uploaded')));
    } finally {
      setBusy(false);
      reset.current?.();
    }
  };
  return (
    <Input.Wrapper
      label={t('Logo')}
      labelElement="div"
      description={t('PNG, JPEG, WebP or SVG. A transparent one gets a white card on dark pages.')}
      error={failure || error}
    >
      {value !== null && (
        <Box my="xs">
          <Previews url={value} />
        </Box>
      )}
      {isLight && value !== null && (
        <Text size="sm" c="orange.9" role="status">
          {t('This logo is almost white and can hardly be seen on light pages and on paper. Choose a darker one.')}
        </Text>
      )}
      <Group gap="sm" mt="xs">
        <FileButton
          accept={TYPES}
          resetRef={reset}
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': t('Logo file') }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={isBusy} leftSection={<IconUpload size={16} aria-hidden />}>
              {value === null ? t('Upload a logo') : t('Upload another logo')}
            </Button>
          )}
        </FileButton>
        {value !== null && (
          <Button variant="subtle" color="red" onClick={() => onChange(null)}>
            {t('Remove the logo')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
