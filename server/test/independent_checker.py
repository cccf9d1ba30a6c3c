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


def read_zip(pack):
    files, directory, at = {}, b"", 0
    while pack[at : at + 4] == b"PK\x03\x04":
        crc, size, _, length = struct.unpack_from("<IIIH", pack, at + 14)
        common = struct.pack("<HHHHHIIIHH", 20, 0x0800, 0, 0, 0x0021, crc, size, size, length, 0)
        must(pack[at + 4 : at + 30] == common, f"header at byte {at}")
        name = pack[at + 30 : at + 30 + length]
        content = pack[at + 30 + length : at + 30 + length + size]
        must(len(content) == size and zlib.crc32(content) == crc, "check sum")
        must(name not in files, "name twice")
        files[name] = content
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + common + struct.pack("<HHHII", 0, 0, 0, 0, at) + name
        at += 30 + length + size
    end = struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, len(files), len(files), len(directory), at, 0)
    must(pack[at:] == directory + end, "directory")
    return {name.decode("utf-8"): content for name, content in files.items()}


def check(pack, keys):
    files = read_zip(pack)
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
        must(len(content) == each["size"] and sha256(content) == each["sha256"], f"content of {each['name']}")

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
