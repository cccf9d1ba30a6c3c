import { Button, type ButtonProps } from '@mantine/core';
import { t } from '@quickfleet/shared/words/t';
import { IconFileSpreadsheet } from '@tabler/icons-react';

interface ExcelButtonProps extends ButtonProps {
  /** Of the file, with the filters of the list (`excelHref`). */
  href: string;
}

/** Downloads a list as an Excel file. */
export function ExcelButton({ href, ...props }: ExcelButtonProps) {
  const size = props.size === 'xs' ? 16 : 18;
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconFileSpreadsheet size={size} aria-hidden />}
      {...props}
    >
      {t('Export Excel')}
    </Button>
  );
}
