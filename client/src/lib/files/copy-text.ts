/**
 * Copies; resolves to whether it worked. The clipboard API exists only on https and localhost, so there is an older way
 * too.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    const focused = document.activeElement;
    field.value = text;
    field.style.position = 'fixed';
    document.body.append(field);
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}
