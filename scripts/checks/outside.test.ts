import { describe, expect, it } from 'vitest';
import { outsideIn } from './outside.ts';

describe('the check of what meets the outside', () => {
  it.each([
    "import { spawn } from 'node:child_process';",
    "import { fork, type ChildProcess } from 'node:child_process';",
    "import http from 'node:http';",
    "import * as net from 'node:net';",
    "import { connect } from 'node:tls';",
    "import { Worker } from 'node:worker_threads';",
    "import { createReadStream } from 'node:fs';",
    "import { Transform } from 'node:stream';",
    "import { pipeline } from 'node:stream/promises';",
    "import pg from 'pg';",
    "import nodemailer from 'nodemailer';",
    "import { S3Client } from '@aws-sdk/client-s3';",
    "import { extract } from 'tar-stream';",
    "import yazl from 'yazl';",
    "const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');",
    "const { spawn } = await import('node:child_process');",
    'body.pipe(file);',
    'handle.createReadStream();',
    "import { Readable } from 'node:stream'; Readable.from([]);",
    'setTimeout(work, 10);',
    'setInterval(() => work(), 10);',
    'globalThis.setTimeout(work, 10);',
    'setImmediate(work);',
    'process.nextTick(work);',
    "await fetch('https://example.com');",
    "new WebSocket('wss://example.com');",
    "socket.on('data', async (part) => write(part));",
    "signal.addEventListener('abort', async function () {});",
    'void work();',
  ])('N25 finds what is made outside its home: %s', (source) => {
    expect(outsideIn(source)).toHaveLength(1);
    expect(outsideIn(source)[0]).toMatch(/^1: /);
  });

  it.each([
    "import type { Socket } from 'node:net';",
    "import { isIP, type Socket } from 'node:net';",
    "import { STATUS_CODES } from 'node:http';",
    "import { readFileSync } from 'node:fs';",
    "import type { Readable } from 'node:stream';",
    "import { finished } from 'node:stream/promises';",
    "import { setTimeout } from 'node:timers/promises'; await setTimeout(10);",
    "import { setTimeout as pause } from 'node:timers/promises'; await pause(10);",
    "socket.on('data', (part) => parts.push(part));",
    "app.addHook('onRequest', async () => undefined);",
    'socket.setTimeout(0);',
    'clearTimeout(timer);',
  ])('N25 lets through what makes nothing: %s', (source) => {
    expect(outsideIn(source)).toEqual([]);
  });
});
