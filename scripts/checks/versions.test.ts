import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Package {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const read = <T>(file: string): T => JSON.parse(readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8'));
const manifests = ['package.json', 'shared/package.json', 'server/package.json', 'client/package.json'];
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json');

describe('TR-21 versions', () => {
  it.for(manifests)('TR-21 every package that %s names is one exact version', (file) => {
    const { dependencies, devDependencies } = read<Package>(file);
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  it.for(['@mikro-orm/', '@mantine/', '@trpc/', 'react'])(
    'TR-21 the family of %s is installed in one version',
    (family) => {
      const members = Object.entries(packages).flatMap(([path, { version }]) => {
        const name = path.split('node_modules/').at(-1) ?? '';
        const isMember = family.endsWith('/') ? name.startsWith(family) : [family, `${family}-dom`].includes(name);
        return isMember ? [version] : [];
      });
      expect(members.length).toBeGreaterThan(1);
      expect(new Set(members).size).toBe(1);
    },
  );
});
