// Node reads the client as it is: every import names its file.
export default {
  input: '../../../../openapi.json',
  output: { path: 'made/hey-api', importFileExtension: '.ts' },
};
