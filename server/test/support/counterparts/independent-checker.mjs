// A checker of evidence packs written from docs/evidence.md alone: it imports nothing of QuickFleet. It prints a line for
// each pack, OK or what is wrong: node independent-checker.mjs KEYS.json PACK…
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

const [, , keysPath, ...packPaths] = process.argv;
const keys = JSON.parse(readFileSync(keysPath, 'utf8')).keys;
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const must = (holds, complaint) => {
  if (!holds) throw new Error(complaint);
};
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
};
const parse = (bytes, name) => {
  const text = bytes.toString('utf8');
  const value = JSON.parse(text);
  must(canonical(value) === text && Buffer.from(text).equals(bytes), `${name} is not canonical`);
  return value;
};

// "Where a file differs" of the format: of each byte, what it leaves in a CRC-32, and the way back from there.
const left = Uint32Array.from({ length: 256 }, (_, byte) => crc32(Buffer.of(byte)) ^ crc32(Buffer.of(0)));
const back = new Map([...left].map((value, byte) => [value >>> 24, byte]));
function undo(block, hash, crc) {
  let pattern = (crc32(block) ^ crc) >>> 0;
  for (let at = block.length - 1; at >= 0; at--) {
    const byte = back.get(pattern >>> 24);
    pattern = (((pattern ^ left[byte]) << 8) | byte) >>> 0;
    const change = Buffer.alloc(4);
    change.writeUInt32LE(pattern);
    const original = block.map((value, place) => value ^ (change[place - at] ?? 0));
    if (sha256(original).startsWith(hash)) return at + change.findIndex((value) => value > 0);
  }
  return undefined;
}
function place(content, { size, blocks }) {
  if (blocks === undefined) return '';
  for (let start = 0; start < size; start += 4096) {
    if (start >= content.length) break;
    const mark = blocks.slice((start / 4096) * 24, (start / 4096 + 1) * 24);
    const block = content.subarray(start, Math.min(start + 4096, size));
    if (sha256(block).startsWith(mark.slice(0, 16))) continue;
    const at = undo(block, mark.slice(0, 16), Number.parseInt(mark.slice(16), 16));
    return at === undefined ? `, bytes ${start} to ${start + block.length - 1}` : `, byte ${start + at}`;
  }
  return `, byte ${Math.min(size, content.length)}`;
}

function check(pack) {
  // 1. The ZIP: every byte follows from names and contents.
  const files = new Map();
  const badSums = [];
  const directory = [];
  let at = 0;
  while (at + 30 <= pack.length && pack.readUInt32LE(at) === 0x04034b50) {
    const [crc, size, nameLength] = [
      pack.readUInt32LE(at + 14),
      pack.readUInt32LE(at + 18),
      pack.readUInt16LE(at + 26),
    ];
    const name = pack.subarray(at + 30, at + 30 + nameLength);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(0x0021, 8);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(size, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(nameLength, 22);
    must(pack.subarray(at + 4, at + 30).equals(common), `header at byte ${at}`);
    const content = pack.subarray(at + 30 + nameLength, at + 30 + nameLength + size);
    must(content.length === size, `size of ${name}`);
    if (crc32(content) !== crc) badSums.push(`check sum of ${name}`);
    must(!files.has(name.toString('utf8')), `${name} twice`);
    files.set(name.toString('utf8'), content);
    const line = Buffer.alloc(46);
    line.writeUInt32LE(0x02014b50, 0);
    line.writeUInt16LE(20, 4);
    common.copy(line, 6);
    line.writeUInt32LE(at, 42);
    directory.push(line, name);
    at += 30 + nameLength + size;
  }
  const lines = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(lines.length, 12);
  end.writeUInt32LE(at, 16);
  must(pack.subarray(at).equals(Buffer.concat([lines, end])), 'directory');

  // 2. The signature and its key.
  for (const name of ['manifest.json', 'manifest.sig', 'timeline.json', 'proof.pdf'])
    must(files.has(name), `no ${name}`);
  const manifest = parse(files.get('manifest.json'), 'manifest.json');
  must(manifest.format === 'quickfleet-evidence-1', 'format');
  const { crv, kty, x, kid } = manifest.key;
  must(createHash('sha256').update(canonical({ crv, kty, x })).digest('base64url') === kid, 'key id');
  const key = createPublicKey({ key: { crv, kty, x }, format: 'jwk' });
  must(verify(null, files.get('manifest.json'), key, files.get('manifest.sig')), 'signature');
  must(
    keys.some((known) => known.kid === kid && known.x === x),
    'unknown key',
  );

  // 3. The files, in their order.
  const names = [...manifest.files.map(({ name }) => name), 'manifest.json', 'manifest.sig'];
  must(canonical([...files.keys()]) === canonical(names), 'list of files');
  for (const listed of manifest.files) {
    const content = files.get(listed.name);
    const isSame = content.length === listed.size && sha256(content) === listed.sha256;
    must(isSame, isSame || `content of ${listed.name}${place(content, listed)}`);
  }
  must(badSums.length === 0, badSums[0]);

  // 4. The chain.
  const { rows } = parse(files.get('timeline.json'), 'timeline.json');
  let before = manifest.chain.before;
  must(manifest.chain.first > 1 || before === '0'.repeat(64), 'beginning');
  rows.forEach(({ line, hash, ...contents }, place) => {
    must(line.order === manifest.order.id && line.seq === manifest.chain.first + place, `place of line ${line.seq}`);
    must(line.prev === before && sha256(canonical(line)) === hash, `hash of line ${line.seq}`);
    for (const part of ['detail', 'data'])
      if (contents[part]) must(sha256(canonical(contents[part])) === line[part], `${part} of line ${line.seq}`);
    before = hash;
  });
  must(
    rows.length === manifest.chain.length - manifest.chain.first + 1 && before === manifest.chain.head,
    'end of chain',
  );

  // 5. The originals and the history name each other.
  const named = new Set(rows.flatMap(({ line }) => line.files));
  const originals = manifest.files.filter(({ kind }) => !['paper', 'timeline'].includes(kind));
  must(
    originals.every(({ sha256: hash }) => named.has(hash)),
    'file of no line',
  );
  const held = new Set([...originals, ...manifest.absent].map(({ sha256: hash }) => hash));
  must(
    [...named].every((hash) => held.has(hash)),
    'file of a line',
  );
}

for (const path of packPaths) {
  try {
    check(readFileSync(path));
    console.log('OK');
  } catch (error) {
    console.log(error.message.split('\n')[0]);
  }
}
