#!/usr/bin/env bash
# The types that are published for the library of plus codes describe another interface than the library has: what
# TypeScript accepts throws when it runs, and what runs is an error of types.
# open-location-code 1.0.3 with @types/open-location-code 1.0.1, both the newest.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund open-location-code@1.0.3 @types/open-location-code@1.0.1 typescript@5.9.3 @types/node@20.19.0

cat > static.ts <<'TS'
import { OpenLocationCode } from 'open-location-code';
console.log(OpenLocationCode.decode('8FVC9G8F+6W').latitudeCenter);
TS
cat > method.ts <<'TS'
import { OpenLocationCode } from 'open-location-code';
console.log(new OpenLocationCode().decode('8FVC9G8F+6W').latitudeCenter);
TS
compile() { npx tsc --strict --module commonjs --target es2022 --skipLibCheck "$1.ts" > "$1.log" && echo accepted || echo refused; }
run() { node "$1.js" > "$1.out" 2>&1 && echo "prints $(cut -c1-7 "$1.out")" || echo "throws $(grep -o 'TypeError.*' "$1.out")"; }

static="$(compile static), $(run static)"
method="$(compile method), $(run method)"
echo "as the types say (OpenLocationCode.decode):     $static"
echo "as the library is (new OpenLocationCode().decode): $method"
[ "$static" = 'accepted, throws TypeError: open_location_code_1.OpenLocationCode.decode is not a function' ]
[ "$method" = 'refused, prints 47.3655' ]
