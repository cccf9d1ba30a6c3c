/** Code that receives our webhooks and checks their signatures (Standard Webhooks), ready to copy. It needs no package. */
export const codeLanguages = ['node', 'python', 'php', 'go'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

interface Sample {
  name: string;
  /** What the file is called. */
  file: string;
  code: string;
}

const node = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const SECRET = process.env.WEBHOOK_SECRET; // whsec_…

/** Returns the event, or throws. body: the request as it came, before any JSON parser. */
export function verify(body, headers) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error('Too old, or from the future');
  const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  // While a secret is rotated there are two signatures: one that is right will do.
  const isOurs = String(headers['webhook-signature']).split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) throw new Error('Wrong signature');
  return JSON.parse(body);
}

createServer(async (request, response) => {
  const parts = await request.toArray();
  try {
    const event = verify(Buffer.concat(parts).toString('utf8'), request.headers);
    console.log(event.type, event.object.id);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
}).listen(Number(process.env.PORT ?? 3001));
`;

const python = `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]  # whsec_…


def verify(body: bytes, headers) -> dict:
    """Returns the event, or raises ValueError. body: the request as it came, before any JSON parser."""
    timestamp = headers["webhook-timestamp"] or ""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("Too old, or from the future")
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is rotated there are two signatures: one that is right will do.
    given = (headers["webhook-signature"] or "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given):
        raise ValueError("Wrong signature")
    return json.loads(body)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        try:
            event = verify(body, self.headers)
            print(event["type"], event["object"]["id"], flush=True)
            self.send_response(204)
            self.end_headers()
        except ValueError as error:
            self.send_response(400)
            self.end_headers()
            self.wfile.write(str(error).encode())


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3001))), Handler).serve_forever()
`;

const php = `<?php
$secret = getenv('WEBHOOK_SECRET'); // whsec_…

/** Returns the event, or throws. $body: the request as it came, before any JSON parser. */
function verify(string $body, array $headers, string $secret): array
{
    $timestamp = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('Too old, or from the future');
    }
    $key = base64_decode(str_replace('whsec_', '', $secret));
    $signed = ($headers['webhook-id'] ?? '') . '.' . $timestamp . '.' . $body;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
    // While a secret is rotated there are two signatures: one that is right will do.
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        }
    }
    throw new RuntimeException('Wrong signature');
}

try {
    $headers = array_change_key_case(getallheaders(), CASE_LOWER);
    $event = verify(file_get_contents('php://input'), $headers, $secret);
    error_log($event['type'] . ' ' . $event['object']['id']);
    http_response_code(204);
} catch (Throwable $error) {
    http_response_code(400);
    echo $error->getMessage();
}
`;

const go = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type Event struct {
	ID     string          \`json:"id"\`
	Type   string          \`json:"type"\`
	Object struct {
		Type string \`json:"type"\`
		ID   int    \`json:"id"\`
	} \`json:"object"\`
	Data json.RawMessage \`json:"data"\`
}

// verify returns the event, or an error. body: the request as it came, before any JSON parser.
func verify(body []byte, header http.Header, secret string) (*Event, error) {
	timestamp := header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(time.Since(time.Unix(seconds, 0)).Seconds()) > 300 {
		return nil, errors.New("too old, or from the future")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("webhook-id") + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret is rotated there are two signatures: one that is right will do.
	for _, given := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			event := &Event{}
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, errors.New("wrong signature")
}

func main() {
	secret := os.Getenv("WEBHOOK_SECRET") // whsec_…
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		event, err := verify(body, r.Header, secret)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		log.Println(event.Type, event.Object.ID)
		w.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3001"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`;

export const webhookCode: Record<CodeLanguage, Sample> = {
  node: { name: 'Node.js', file: 'receiver.mjs', code: node },
  python: { name: 'Python', file: 'receiver.py', code: python },
  php: { name: 'PHP', file: 'receiver.php', code: php },
  go: { name: 'Go', file: 'receiver.go', code: go },
};
