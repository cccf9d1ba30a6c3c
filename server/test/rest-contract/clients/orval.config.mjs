// The generated calls ask carry.ts where the server is.
const baseUrl = { runtime: 'target.baseUrl', imports: [{ name: 'target', importPath: '../../carry.ts' }] };

export default {
  quickfleet: {
    input: { target: '../../../../openapi.json' },
    output: { target: 'made/orval/api.ts', client: 'fetch', mode: 'single', baseUrl },
  },
};
