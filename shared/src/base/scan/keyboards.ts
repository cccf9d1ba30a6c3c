// A handheld scanner is a keyboard. It presses the keys that its own layout has for a code; the device reads the same
// keys in another layout. Without a schema: the phone reads codes without the checking library.

/** What the same keys type alone and with Shift, in the order of a keyboard's rows. */
interface Layout {
  plain: string;
  shift: string;
}
const layout = (plain: string, shift: string): Layout => ({ plain, shift });

const french = layout(
  '²&é"\'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!',
  '~1234567890°+AZERTYUIOP¨£µQSDFGHJKLM%WXCVBN?./§',
);
const belgian = layout(
  '²&é"\'(§è!çà)-azertyuiop^$µqsdfghjklmùwxcvbn,;:=',
  '³1234567890°_AZERTYUIOP¨*£QSDFGHJKLM%WXCVBN?./+',
);
/** The layouts that scanners are set to. */
export const layouts = {
  us: layout("`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./", '~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'),
  uk: layout("`1234567890-=qwertyuiop[]#asdfghjkl;'zxcvbnm,./", '¬!"£$%^&*()_+QWERTYUIOP{}~ASDFGHJKL:@ZXCVBNM<>?'),
  german: layout('^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-', '°!"§$%&/()=?`QWERTZUIOPÜ*\'ASDFGHJKLÖÄYXCVBNM;:_'),
  swiss: layout("§1234567890'^qwertzuiopü¨$asdfghjklöäyxcvbnm,.-", '°+"*ç%&/()=?`QWERTZUIOPè!£ASDFGHJKLéàYXCVBNM;:_'),
  swissFrench: layout(
    "§1234567890'^qwertzuiopè¨$asdfghjkléàyxcvbnm,.-",
    '°+"*ç%&/()=?`QWERTZUIOPü!£ASDFGHJKLöäYXCVBNM;:_',
  ),
  french,
  belgian,
  italian: layout(
    "\\1234567890'ìqwertyuiopè+ùasdfghjklòàzxcvbnm,.-",
    '|!"£$%&/()=?^QWERTYUIOPé*§ASDFGHJKLç°ZXCVBNM;:_',
  ),
  spanish: layout("º1234567890'¡qwertyuiop`+çasdfghjklñ´zxcvbnm,.-", 'ª!"·$%&/()=?¿QWERTYUIOP^*ÇASDFGHJKLÑ¨ZXCVBNM;:_'),
} as const satisfies Record<string, Layout>;

const swap = ({ plain, shift }: Layout): Layout => layout(shift, plain);
const scanners = Object.values(layouts);
/** With Caps Lock a French keyboard types its other row, digits too; others only change the case of letters. */
const devices: readonly Layout[] = [...scanners, swap(french), swap(belgian)];

const swapCase = (sign: string): string => {
  const upper = sign.toUpperCase();
  return sign === upper ? sign.toLowerCase() : upper;
};
/** An accent that a keyboard waits with comes alone in front of the next letter, or on it. */
const ACCENTS: Record<string, string> = { '\u0301': '´', '\u0300': '`', '\u0302': '^', '\u0308': '¨' };
const CONTROL = /\p{Cc}/u;

type Keys = Map<string, string>;
const keysBetween = (device: Layout, scanner: Layout): Keys => {
  const from = [...device.plain, ...device.shift];
  const to = [...scanner.plain, ...scanner.shift];
  return new Map(from.map((sign, at) => [sign, to[at] ?? sign]));
};
function readSign(keys: Keys, sign: string): string | undefined {
  if (sign === ' ' || CONTROL.test(sign)) return sign;
  const meant = keys.get(sign) ?? keys.get(swapCase(sign));
  if (meant !== undefined) return meant;
  const [letter = '', accent = ''] = sign.normalize('NFD');
  const [alone, next] = [keys.get(ACCENTS[accent] ?? ''), keys.get(letter)];
  return alone !== undefined && next !== undefined ? alone + next : undefined;
}
/** What the scanner meant; undefined when this device cannot have typed it. */
function readAs(keys: Keys, typed: string): string | undefined {
  const signs: string[] = [];
  for (const sign of typed) {
    const meant = readSign(keys, sign);
    if (meant === undefined) return undefined;
    signs.push(meant);
  }
  return signs.join('');
}

let pairs: readonly Keys[] | undefined;
const allPairs = (): readonly Keys[] =>
  devices.flatMap((device) =>
    scanners.filter((scanner) => scanner !== device).map((scanner) => keysBetween(device, scanner)),
  );

/**
 * What a scanner can have meant by what arrived: the text as it came, then as each pair of layouts would have it. Each
 * reading comes once.
 */
export function* readingsOf(text: string): Generator<string> {
  const seen = new Set([text]);
  yield text;
  pairs ??= allPairs();
  for (const keys of pairs) {
    const reading = readAs(keys, text);
    if (reading === undefined || seen.has(reading)) continue;
    seen.add(reading);
    yield reading;
  }
}

/** Keyboards without the bracket leave it out. */
const AIM = /^\s*(?:\][a-z][0-9a-z]|[a-z]\d(?=qf\d))/i;
/** A code without the symbology identifier that many scanners put in front of it: `]C1`. */
export const withoutAim = (text: string): string => text.replace(AIM, '');
/** Whether a symbology identifier says that this is a GS1 element string. */
export const saysGs1 = (text: string): boolean => /^\s*\](?:C1|e0|d2|Q3|J1)/i.test(text);
