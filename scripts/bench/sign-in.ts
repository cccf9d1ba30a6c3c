export interface SignedIn {
  url: string;
  cookie: string;
  /** Answers the body and how many milliseconds it took, to its last byte. */
  read(path: string): Promise<{ body: Record<string, unknown>; ms: number }>;
}

export async function signIn(url: string, username: string, password: string): Promise<SignedIn> {
  const login = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!login.ok) throw new Error(`Signing in as ${username} was answered with ${login.status}.`);
  const cookie = login.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  return {
    url,
    cookie,
    async read(path) {
      const begun = performance.now();
      const answer = await fetch(url + path, { headers: { cookie } });
      const body = JSON.parse(await answer.text());
      const ms = performance.now() - begun;
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(body)}`);
      return { body, ms };
    },
  };
}
