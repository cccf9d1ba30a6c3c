// Which pieces the pages are made of. A piece follows who needs it, and names no file: many small files cost a phone on a
// slow line more than their contents, and a visitor never loads what only staff need.
import { basename } from 'node:path';
import { type Plugin, parseSync, type Rolldown } from 'vite';
import { budgets } from './first-load.ts';

/**
 * Who a module is for: pages of visitors, the driver's portal in the order in which it opens, with the pad before all other
 * dialogs, the first view of the staff's screens with a budget, the staff.
 */
type Audience = 'visitor' | 'portal' | 'order' | 'pad' | 'dialogs' | 'driver' | 'office' | 'staff';
const officeEntries = budgets.flatMap(({ parts, isOfStaff }) => (isOfStaff ? parts : []));
const audiences: readonly [RegExp, Audience][] = [
  [/client\/src\/pages\/driver\.tsx$/, 'portal'],
  [/client\/src\/features\/delivery\/driver\/order\//, 'order'],
  [/client\/src\/features\/delivery\/driver\/signing\//, 'pad'],
  [/client\/src\/features\/delivery\/driver\/asking\//, 'dialogs'],
  [/client\/src\/features\/delivery\/driver\//, 'driver'],
  [/client\/src\/pages\/(?!admin\/|account)/, 'visitor'],
];
function audienceOf(entry: string): Audience {
  if (officeEntries.some((part) => entry.endsWith(part))) return 'office';
  return audiences.find(([test]) => test.test(entry))?.[1] ?? 'staff';
}

/** What so many pages of visitors need, all of them load; what so many screens of the staff need, the driver's dialogs. */
const MANY_PAGES = 4;
const MANY_SCREENS = 10;

/** The entries that need a module, by audience. */
type Needs = ReadonlyMap<Audience, readonly string[]>;
const nobody: Needs = new Map();

/**
 * The piece of a module; undefined: it follows whatever imports it, one by one. What a module imports is needed by at
 * least the same people, so that no two pieces import each other.
 */
function pieceFor(id: string, needs: Needs): string | undefined {
  if ([...needs.values()].flat().length < 2) return undefined;
  const pages = needs.get('visitor') ?? [];
  const screens = [...(needs.get('office') ?? []), ...(needs.get('staff') ?? [])];
  const isIcon = /[\\/]@tabler[\\/]/.test(id);
  if (pages.length >= (isIcon ? 1 : MANY_PAGES)) return 'parts';
  const isOfOrder = needs.has('portal') || needs.has('order');
  if (isOfOrder && pages.length > 0) return 'bits';
  if (isOfOrder && screens.length > 0) return 'shared';
  if (needs.has('portal')) return 'portal';
  if (needs.has('order')) return 'order';
  if (pages.length > 0) {
    const names = pages.map((page) => basename(page, '.tsx')).toSorted();
    // Apart from what only these pages need, and from what the office needs first.
    const others = needs.has('pad') ? ['pad'] : needs.has('office') ? ['office'] : needs.size > 1 ? ['shared'] : [];
    return [...names, ...others].join('-');
  }
  if (needs.has('pad')) return needs.has('office') ? 'basics' : 'pad';
  if (needs.has('office') && needs.has('dialogs')) return 'fields';
  if (needs.has('dialogs')) return screens.length >= MANY_SCREENS ? 'overlays' : 'dialog-parts';
  return isIcon ? 'icons' : undefined;
}

/** Libraries with one list of all their files: who imports something of it does not need the rest. */
const LISTED = /^(@mantine\/[a-z]+|@tabler\/icons-react)$/;
const LIST =
  /node_modules[\\/](@mantine[\\/][a-z]+[\\/]esm[\\/]index\.mjs|@tabler[\\/]icons-react[\\/].*(index|tabler-icons-react)\.mjs)$/;
/** 'useForm' is in use-form.mjs, 'Button' in Button.mjs. */
const fileOf = (name: string): string =>
  name.replace(/^[a-z].*/, (lower) => lower.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`));

/** Names that a file imports of libraries with a list. */
const namesIn = (id: string, code: string): string[] =>
  parseSync(id.split('?')[0] ?? id, code).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    LISTED.test(moduleRequest.value) ? entries.flatMap(({ importName }) => importName.name ?? []) : [],
  );

/** What each module of a build imports, lists left out, and the modules that are imported when they are needed. */
function importsOf(build: Rolldown.PluginContext): { imports: Map<string, string[]>; entries: Set<string> } {
  const ids = [...build.getModuleIds()];
  const listed = new Map(ids.filter((id) => /@mantine|@tabler/.test(id)).map((id) => [basename(id, '.mjs'), id]));
  const imports = new Map<string, string[]>();
  const entries = new Set<string>();
  for (const id of ids) {
    const info = build.getModuleInfo(id);
    if (!info || LIST.test(id)) continue;
    const direct = info.importedIds.filter((one) => !LIST.test(one));
    const named = direct.length < info.importedIds.length ? namesIn(id, info.code ?? '') : [];
    imports.set(id, [...direct, ...named.flatMap((name) => listed.get(fileOf(name)) ?? [])]);
    for (const one of info.dynamicallyImportedIds) entries.add(one);
  }
  return { imports, entries };
}

/** Decides about the pieces of a build: `plugin` looks at its modules, `pieceOf` then tells the piece of each. */
export function pieces(): { plugin: Plugin; pieceOf: (id: string) => string | null } {
  const needed = new Map<string, Map<Audience, string[]>>();
  const plugin: Plugin = {
    name: 'pieces',
    buildEnd() {
      const { imports, entries } = importsOf(this);
      for (const entry of entries) {
        const audience = audienceOf(entry);
        const found = new Set([entry]);
        for (const id of found) for (const one of imports.get(id) ?? []) found.add(one);
        for (const id of found) {
          const needs = needed.get(id) ?? new Map<Audience, string[]>();
          needed.set(id, needs.set(audience, [...(needs.get(audience) ?? []), entry]));
        }
      }
    },
  };
  return { plugin, pieceOf: (id) => pieceFor(id, needed.get(id) ?? nobody) ?? null };
}
