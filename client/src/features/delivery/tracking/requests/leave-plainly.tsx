import { Alert, Button, Card, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { leavePlaces, leavePlaceWords } from '@quickfleet/shared/company/request-kinds';
import { REQUEST_TEXT_MAX } from '@quickfleet/shared/limits';
import { paths } from '@quickfleet/shared/paths';
import { t } from '@quickfleet/shared/words/t';
import { useReturnedForm } from '../../../../lib/page.ts';
import { PhotoField } from './request-forms.tsx';

/** Where to leave it, as a form that a browser sends without scripts. */
export function LeavePlainly({ token }: { token: string }) {
  const returned = useReturnedForm();
  const refused = returned?.which === 'leave_at' ? returned : undefined;
  return (
    <noscript>
      <Card
        component="form"
        padding="lg"
        id="leave"
        method="post"
        action={`${paths.delivery(token)}#leave`}
        encType="multipart/form-data"
        aria-label={t('Leave it for me')}
      >
        <Stack gap="sm">
          <Title order={2} size="h3">
            {t('Leave it for me')}
          </Title>
          {refused && (
            <Alert color="red" variant="light" role="alert">
              {refused.problem}
            </Alert>
          )}
          <input type="hidden" name="form" value="leave_at" />
          <NativeSelect
            label={t('Where to leave it')}
            name="place"
            data={leavePlaces.map((value) => ({ value, label: leavePlaceWords[value] }))}
          />
          <TextInput
            label={t('Name and door, or the place')}
            name="text"
            required
            maxLength={REQUEST_TEXT_MAX}
            defaultValue={refused?.typed}
          />
          <PhotoField />
          <Button type="submit" style={{ justifySelf: 'start' }}>
            {t('Leave it there')}
          </Button>
        </Stack>
      </Card>
    </noscript>
  );
}
