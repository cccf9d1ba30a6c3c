#!/usr/bin/env bash
# A text message has 160 places, and 153 a part when it is longer. The signs of the second table of the alphabet, such
# as the euro sign and brackets, take two places (3GPP TS 23.038), and the two may not be parted. sms-counter finds such
# signs, and counts a place for each: 81 prices fit one message, it says, and two are billed. sms-length counts two
# places, but lets a part end between them: a euro sign across the border of a full text needs a part more. A third
# counter has both right.
# sms-counter 1.0.0, sms-length 0.2.2, sms-segments-calculator 1.3.0.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "commonjs" }' > package.json
npm install --silent --no-audit --no-fund sms-counter@1.0.0 sms-length@0.2.2 sms-segments-calculator@1.3.0

cat > count.js <<'JS'
const SmsCounter = require('sms-counter').default;
const { count } = require('sms-length');
const { SegmentedMessage } = require('sms-segments-calculator');

for (const [what, text] of [
  ['160 letters', 'a'.repeat(160)],
  ['81 euro signs, 162 places', '€'.repeat(81)],
  ['152 letters, a euro sign, 152 letters, 306 places', `${'a'.repeat(152)}€${'a'.repeat(152)}`],
]) {
  const right = new SegmentedMessage(text);
  const counted = `sms-counter ${SmsCounter.count(text).messages}, sms-length ${count(text).messages}`;
  console.log(`${what} (${right.encodingName}): ${counted}, sms-segments-calculator ${right.segmentsCount}`);
}
JS
echo 'sms-counter 1.0.0, sms-length 0.2.2, sms-segments-calculator 1.3.0'
seen=$(node count.js)
echo "$seen"
[ "$seen" = "160 letters (GSM-7): sms-counter 1, sms-length 1, sms-segments-calculator 1
81 euro signs, 162 places (GSM-7): sms-counter 1, sms-length 2, sms-segments-calculator 2
152 letters, a euro sign, 152 letters, 306 places (GSM-7): sms-counter 2, sms-length 2, sms-segments-calculator 3" ]
