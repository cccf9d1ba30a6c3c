import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const step = z.object({ id: z.int(), location_index: z.int() });
const asked = z.object({
  vehicles: z.array(z.object({ id: z.int(), capacity: z.array(z.int()).optional() })),
  jobs: z.array(step),
  shipments: z.array(z.object({ amount: z.array(z.int()), pickup: step, delivery: step })).default([]),
  matrices: z.object({ car: z.object({ durations: z.array(z.array(z.int())), distances: z.array(z.array(z.int())) }) }),
});
type Asked = z.infer<typeof asked>;

/** How the counterpart behaves: it gives all to one vehicle in turn, answers late, answers nonsense, or refuses. */
export type Mood = 'right' | 'slow' | 'backwards' | 'nonsense' | 'refuses';

const answerTo = ({ vehicles, jobs, shipments }: Asked, isBackwards: boolean) => {
  const steps = [
    ...jobs.map(({ id }) => ({ type: 'job', id })),
    ...shipments.flatMap(({ pickup, delivery }) => [
      { type: 'pickup', id: pickup.id },
      { type: 'delivery', id: delivery.id },
    ]),
  ];
  const made = isBackwards ? steps.toReversed() : steps;
  return {
    code: 0,
    summary: { cost: 1, routes: 1, unassigned: 0 },
    unassigned: [],
    routes: [{ vehicle: vehicles.at(-1)?.id, cost: 1, steps: [{ type: 'start' }, ...made, { type: 'end' }] }],
  };
};

/** A server that speaks VROOM's documented JSON. */
export async function startVroom() {
  let mood: Mood = 'right';
  const bodies: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = asked.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      if (mood === 'slow') return;
      if (!body.success || mood === 'refuses') {
        response.writeHead(400, { 'Content-Type': 'application/json' });
        response.end(JSON.stringify({ code: 2, error: body.error?.message ?? 'no' }));
        return;
      }
      bodies.push(body.data);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      if (mood === 'nonsense') response.end('{"code": 0, "routes": [{"vehicle": 99, "steps": []}]}');
      else response.end(JSON.stringify(answerTo(body.data, mood === 'backwards')));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    be: (next: Mood) => {
      mood = next;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
