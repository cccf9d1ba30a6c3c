import { t } from '../words/t.ts';

const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];
const nameIn = (names: typeof browsers, agent: string) => names.find(([mark]) => mark.test(agent))?.[1];

export interface Device {
  browser: string | null;
  system: string | null;
}
/** What a browser says about itself. It may say what it wants. */
export function deviceOf(userAgent: string | null | undefined): Device {
  const agent = userAgent ?? '';
  return { browser: nameIn(browsers, agent) ?? null, system: nameIn(systems, agent) ?? null };
}
/** 'Chrome on Windows', in the reader's language. */
export function deviceInWords({ browser, system }: Device): string {
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}
export const deviceName = (userAgent: string | null | undefined): string => deviceInWords(deviceOf(userAgent));
