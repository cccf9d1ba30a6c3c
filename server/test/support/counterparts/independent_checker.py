"""A checker of evidence packs written from docs/evidence.md alone, with the standard library and `cryptography`.

It prints a line for each pack, OK or what is wrong: python3 independent_checker.py KEYS.json PACK...
"""

import base64
import hashlib
import json
import struct
import sys
import zlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


class Wrong(Exception):
    pass


def must(holds, complaint):
    if not holds:
        raise Wrong(complaint)


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def canonical(value):
    # The numbers of a pack are whole or short decimals, which Python writes as RFC 8785 does, but for 1.0.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def canonical_bytes(value):
    return canonical(value).encode("utf-8")


def parse(data, name):
    value = json.loads(data.decode("utf-8"))
    must(canonical_bytes(value) == data, f"{name} is not canonical")
    return value


def base64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# "Where a file differs" of the format: of each byte, what it leaves in a CRC-32, and the way back from there.
LEFT = [zlib.crc32(bytes([byte])) ^ zlib.crc32(b"\0") for byte in range(256)]
BACK = {value >> 24: byte for byte, value in enumerate(LEFT)}


def undo(block, start_of_hash, crc):
    pattern = zlib.crc32(block) ^ crc
    for at in range(len(block) - 1, -1, -1):
        byte = BACK[pattern >> 24]
        pattern = ((pattern ^ LEFT[byte]) << 8 | byte) & 0xFFFFFFFF
        change = pattern.to_bytes(4, "little")[: len(block) - at]
        middle = bytes(one ^ other for one, other in zip(block[at : at + 4], change))
        if sha256(block[:at] + middle + block[at + 4 :]).startswith(start_of_hash):
            return at + next(place for place, value in enumerate(change) if value)
    return None


def where_it_differs(content, listed):
    if "blocks" not in listed:
        return ""
    marks = listed["blocks"]
    for start in range(0, min(listed["size"], len(content)), 4096):
        mark = marks[start // 4096 * 24 :][:24]
        block = content[start : min(start + 4096, listed["size"])]
        if sha256(block).startswith(mark[:16]):
            continue
        at = undo(block, mark[:16], int(mark[16:], 16))
        return f", bytes {start} to {start + len(block) - 1}" if at is None else f", byte {start + at}"
    return f", byte {min(listed['size'], len(content))}"


def read_zip(pack):
    files, sums, directory, at = {}, [], b"", 0
    while pack[at : at + 4] == b"PK\x03\x04":
        crc, size, _, length = struct.unpack_from("<IIIH", pack, at + 14)
        common = struct.pack("<HHHHHIIIHH", 20, 0x0800, 0, 0, 0x0021, crc, size, size, length, 0)
        must(pack[at + 4 : at + 30] == common, f"header at byte {at}")
        name = pack[at + 30 : at + 30 + length]
        content = pack[at + 30 + length : at + 30 + length + size]
        must(len(content) == size, "size")
        sums.append(zlib.crc32(content) == crc)
        must(name not in files, "name twice")
        files[name] = content
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, at) + name
        at += 30 + length + size
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(files), len(files), len(directory), at, 0)
    must(pack[at:] == directory + end, "directory")
    return {name.decode("utf-8"): content for name, content in files.items()}, all(sums)


def check(pack, keys):
    files, sums_fit = read_zip(pack)
    for name in ("manifest.json", "manifest.sig", "timeline.json", "proof.pdf"):
        must(name in files, f"no {name}")
    manifest = parse(files["manifest.json"], "manifest.json")
    must(manifest["format"] == "quickfleet-evidence-1", "format")
    key = manifest["key"]
    thumbprint = hashlib.sha256(canonical_bytes({name: key[name] for name in ("crv", "kty", "x")})).digest()
    must(base64.urlsafe_b64encode(thumbprint).rstrip(b"=").decode() == key["kid"], "key id")
    try:
        public = Ed25519PublicKey.from_public_bytes(base64url(key["x"]))
        public.verify(files["manifest.sig"], files["manifest.json"])
    except InvalidSignature:
        raise Wrong("signature") from None
    must(any(known["kid"] == key["kid"] and known["x"] == key["x"] for known in keys), "unknown key")

    listed = manifest["files"]
    must(list(files) == [each["name"] for each in listed] + ["manifest.json", "manifest.sig"], "list of files")
    for each in listed:
        content = files[each["name"]]
        if len(content) != each["size"] or sha256(content) != each["sha256"]:
            raise Wrong(f"content of {each['name']}{where_it_differs(content, each)}")
    must(sums_fit, "check sum")

    chain, rows = manifest["chain"], parse(files["timeline.json"], "timeline.json")["rows"]
    before = chain["before"]
    must(chain["first"] > 1 or before == "0" * 64, "beginning")
    for place, row in enumerate(rows):
        line = row["line"]
        must(line["order"] == manifest["order"]["id"] and line["seq"] == chain["first"] + place, "place of a line")
        must(line["prev"] == before and sha256(canonical_bytes(line)) == row["hash"], f"hash of line {line['seq']}")
        for part in ("detail", "data"):
            if part in row:
                must(sha256(canonical_bytes(row[part])) == line[part], f"{part} of line {line['seq']}")
        before = row["hash"]
    must(len(rows) == chain["length"] - chain["first"] + 1 and before == chain["head"], "end of chain")

    named = {each for row in rows for each in row["line"]["files"]}
    originals = {each["sha256"] for each in listed if each["kind"] not in ("paper", "timeline")}
    must(originals <= named, "file of no line")
    must(named <= originals | {each["sha256"] for each in manifest["absent"]}, "file of a line")


def main():
    keys = json.load(open(sys.argv[1], encoding="utf-8"))["keys"]
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            try:
                check(file.read(), keys)
                print("OK")
            except (Wrong, ValueError, KeyError, struct.error) as wrong:
                print(str(wrong).splitlines()[0] if str(wrong) else type(wrong).__name__)


main()
