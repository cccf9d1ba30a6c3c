import sharp from 'sharp';
import type { Shape } from './company.ts';
import type { Random } from './random.ts';

const shapes: Record<Shape, string> = {
  box: '<path d="M140 210 320 150 500 210 320 280Z" fill="#d3a567"/><path d="M140 210v150l180 80V280Z" fill="#b98745"/><path d="M500 210v150l-180 80V280Z" fill="#a3753a"/><path d="M225 182 405 246v62l-26-10v-40L199 192Z" fill="#efe3cd" opacity=".8"/>',
  stack:
    '<rect x="150" y="300" width="340" height="90" rx="6" fill="#b98745"/><rect x="170" y="215" width="300" height="85" rx="6" fill="#c99a58"/><rect x="190" y="140" width="260" height="75" rx="6" fill="#d9b077"/><path d="M300 140h40v250h-40Z" fill="#efe3cd" opacity=".7"/>',
  envelope:
    '<rect x="140" y="150" width="360" height="240" rx="10" fill="#e9e2d2"/><path d="M140 160 320 300 500 160" fill="none" stroke="#b9ad94" stroke-width="8"/><rect x="380" y="330" width="90" height="34" rx="4" fill="#c2b8a2"/>',
  vase: '<path d="M270 120h100l-14 70c60 40 70 120 40 190-10 30-30 40-76 40s-66-10-76-40c-30-70-20-150 40-190Z" fill="#5b8a8a"/><path d="M285 210c-40 40-45 110-20 160" stroke="#8fb9b5" stroke-width="12" fill="none"/><ellipse cx="320" cy="122" rx="50" ry="12" fill="#3f6666"/>',
  tube: '<rect x="110" y="230" width="420" height="90" rx="45" fill="#b98745"/><ellipse cx="140" cy="275" rx="30" ry="45" fill="#d9b077"/><path d="M260 230v90M380 230v90" stroke="#efe3cd" stroke-width="14"/>',
};
const floors = ['#8c8478', '#6f7a80', '#94876f', '#7d8a76'] as const;

/** A photo of something on somebody's floor, drawn: 640×480, JPEG. */
export async function drawPhoto(random: Random, shape: Shape): Promise<Buffer> {
  const tilt = random.int(-9, 9);
  const scale = 0.8 + random.next() * 0.35;
  const wall = `hsl(${random.int(180, 230)} 12% ${random.int(62, 78)}%)`;
  const light = random.int(120, 520);
  const svg = `<svg width="640" height="480" xmlns="http://www.w3.org/2000/svg">
    <defs><radialGradient id="l" cx="${light / 640}" cy=".25" r=".9"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></radialGradient></defs>
    <rect width="640" height="290" fill="${wall}"/><rect y="290" width="640" height="190" fill="${random.pick(floors)}"/><rect y="284" width="640" height="10" fill="#ffffff55"/>
    <g transform="translate(320 290) rotate(${tilt}) scale(${scale.toFixed(2)}) translate(-320 -270)"><ellipse cx="320" cy="415" rx="210" ry="26" fill="#0004"/>${shapes[shape]}</g>
    <rect width="640" height="480" fill="url(#l)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}

/** A signature as a hurried hand draws it on the 450×200 pad: PNG with a transparent ground. */
export async function drawSignature(random: Random): Promise<Buffer> {
  let path = `M ${random.int(30, 60)} ${random.int(100, 140)}`;
  for (let x = 70; x < 400; x += random.int(26, 44))
    path += ` q ${random.int(4, 18)} ${random.int(-70, 60)} ${random.int(20, 34)} ${random.int(-14, 14)}`;
  const svg = `<svg width="450" height="200" xmlns="http://www.w3.org/2000/svg"><path d="${path}" fill="none" stroke="#0b1f33" stroke-width="2.6" stroke-linecap="round"/><path d="M 60 165 q 150 ${random.int(-24, 8)} 320 -6" fill="none" stroke="#0b1f33" stroke-width="1.8"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
